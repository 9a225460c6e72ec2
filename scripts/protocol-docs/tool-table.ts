import { createTranslator } from '../../src/shared/i18n/translator'
import type { JsonObject } from '../../src/shared/lib/json'
import { isJsonList, isJsonObject } from '../../src/shared/lib/json-value'
import { durationText } from '../../src/shared/text/duration'
import { functionDeclaration } from '../../src/shared/tools/function-declaration'
import { SAMPLED_TOOLS, type SampledTool } from './tool-samples'

/** Every tool with what it may do without approval, as Markdown. */
export function toolTable(): string {
  const rows = SAMPLED_TOOLS.map(({ definition: { name, hint, risk, runs, approval, idempotent, timeoutMs, ...tool } }) => {
    const where = runs === 'main' ? 'main process' : 'window'
    const secrets = [...tool.secretArguments, ...(tool.secretResults ?? [])].map((key) => `\`${key}\``).join(', ')
    return [
      `\`${name}\``,
      hint(createTranslator('en')),
      risk,
      where,
      approval,
      idempotent ? 'yes' : 'no',
      durationText(timeoutMs / 1000, createTranslator('en')),
      secrets === '' ? '–' : secrets,
    ]
  })
  return table(['tool', 'what it does', 'risk', 'runs in', 'without a rule', 'idempotent', 'longest run', 'left out of the trail'], rows)
}

/** Every argument of every tool, as declared to the model. */
export function argumentTable(): string {
  const rows = SAMPLED_TOOLS.flatMap(({ definition }) => {
    const { properties, required } = schemaOf(definition)
    if (Object.keys(properties).length === 0) return [[`\`${definition.name}\``, '–', '', '', 'takes none']]
    return Object.entries(properties).map(([key, schema]) => {
      const facts = isJsonObject(schema) ? schema : {}
      const needed = required.includes(key) ? 'yes' : 'no'
      return [`\`${definition.name}\``, `\`${key}\``, typeWords(facts), needed, String(facts.description ?? '')]
    })
  })
  return table(['tool', 'argument', 'type', 'needed', 'meaning'], rows)
}

/** The question for a call of each tool, with sample values. */
export function questionTable(): string {
  const rows = SAMPLED_TOOLS.flatMap(({ definition, calls }) =>
    calls.map(({ questions, destination }) => [
      `\`${definition.name}\``,
      questions.map(({ en }) => en).join('<br>then: '),
      questions.map(({ ja }) => ja).join('<br>'),
      destination === '' ? 'stays on this computer' : destination,
    ]),
  )
  return table(['tool', 'question', 'in Japanese', 'where the data goes'], rows)
}

function schemaOf(definition: SampledTool['definition']): { readonly properties: JsonObject; readonly required: readonly unknown[] } {
  const declared = functionDeclaration(definition, 'json-schema')
  const { properties, required } = 'parametersJsonSchema' in declared ? declared.parametersJsonSchema : {}
  return { properties: isJsonObject(properties) ? properties : {}, required: isJsonList(required) ? required : [] }
}

/** A type with its limits: `string, 1–100 characters`, `integer, 1–7`, an enum. */
function typeWords({ type, enum: choices, minimum, exclusiveMinimum, maximum, minLength, maxLength, format }: JsonObject): string {
  if (isJsonList(choices)) return choices.map((choice) => `\`${String(choice)}\``).join(' ')
  const least = minimum ?? minLength
  const most = maximum ?? maxLength
  const unit = type === 'string' ? ' characters' : ''
  const above = exclusiveMinimum === undefined ? [] : [`above ${said(exclusiveMinimum)}`]
  const range = most === undefined ? [] : [least === undefined ? `at most ${said(most)}${unit}` : `${said(least)}–${said(most)}${unit}`]
  return [String(type), ...(format === undefined ? [] : [String(format)]), ...above, ...range].join(', ')
}

const said = (limit: unknown): string => (typeof limit === 'number' ? limit.toLocaleString('en') : String(limit))

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
