import { type FieldUse, GEMINI_FIELDS } from '../../src/shared/protocol/gemini-fields'
import { ADK_FIELDS } from './adk-fields'

/** The use of every field of Gemini's messages and of ADK's events, as Markdown: one table for each type. */
export function fieldTables(): string {
  const tables = Object.entries(GEMINI_FIELDS).map(([type, fields]) => tableOf(type, fields))
  return [...tables, tableOf('ADK event', ADK_FIELDS)].join('\n\n')
}

function tableOf(type: string, fields: { readonly [field: string]: FieldUse }): string {
  const rows = Object.entries(fields).map(([field, use]) => `| \`${field}\` | ${wordsOf(use)} |`)
  return [`| ${type} | becomes |`, '|---|---|', ...rows].join('\n')
}

function wordsOf(use: FieldUse): string {
  if ('within' in use) return `see ${use.within}`
  if ('decides' in use) return `decides ${use.decides}`
  if ('kept' in use) return `kept for the model: ${use.kept}`
  if ('passedBy' in use) return `passed by: ${use.passedBy}`
  const named = 'chunks' in use ? use.chunks.map((chunk) => `\`${chunk}\``).join(' ') : `metadata \`${use.metadata}\``
  return use.note === undefined ? named : `${named}: ${use.note}`
}
