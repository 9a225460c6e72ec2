import type { Translator } from '../i18n/translator'
import { earlierTexts } from './earlier-texts'
import { fillText, type MessageCode, messageTexts } from './message-text'

/** A text of Parley, taken apart again. */
export interface ParsedMessage {
  readonly code: MessageCode
  readonly values: Readonly<Record<string, string>>
}

interface Pattern {
  readonly code: MessageCode
  readonly expression: RegExp
  /** how many of its characters are its own: what fits best says most itself */
  readonly weight: number
}

const patterns: readonly Pattern[] = [...codes().map((code) => [code, messageTexts[code]] as const), ...earlierTexts]
  .map(([code, en]) => {
    const source = en.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[\\s\\S]*)')
    return { code, expression: new RegExp(`^${source}$`, 'u'), weight: en.replace(/\{\w+\}/g, '').length }
  })
  .filter(({ weight }) => weight > 0)
  .sort((one, other) => other.weight - one.weight)

/** Finds the code and the values of a text that `messageText` made, in its present or an earlier wording; null for any other text. */
export function parseMessageText(text: string): ParsedMessage | null {
  for (const { code, expression } of patterns) {
    const found = expression.exec(text)
    if (found !== null) return { code, values: { ...found.groups } }
  }
  return null
}

/** A text of Parley in the language of the user, its values too where they are such texts; any other text as it is. */
export function translateMessage(text: string, i18n: Translator): string {
  if (i18n.refusals === undefined) return text
  const told = parseMessageText(text)
  if (told === null) return problemText(text, i18n)
  const values = Object.fromEntries(Object.entries(told.values).map(([name, value]) => [name, translateMessage(value, i18n)]))
  return fillText(i18n.messages[told.code], values)
}

/** Problems of arguments stand in a row, each after the name of its argument. */
function problemText(text: string, i18n: Translator): string {
  const parts = text.split('; ').map((part) => {
    const [, name = '', problem = part] = /^([\w.]+): ([\s\S]+)$/u.exec(part) ?? []
    if (parseMessageText(problem) === null) return null
    const said = translateMessage(problem, i18n)
    return name === '' ? said : i18n.t('list.ofArgument', { name, problem: said })
  })
  return parts.includes(null) ? text : parts.join(i18n.t('list.problems'))
}

function codes(): readonly MessageCode[] {
  return Object.keys(messageTexts).filter((code): code is MessageCode => code in messageTexts)
}
