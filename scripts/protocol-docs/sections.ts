import { dialectTable } from './dialect-table'
import { faultTable } from './fault-table'
import { fieldTables } from './field-table'
import { modelTable } from './model-table'
import { sessionDiagram } from './session-diagram'
import { textModelTable } from './text-model-table'
import { argumentTable, questionTable, toolTable } from './tool-table'

/** The generated parts of docs/protocol.md, by the name between their marks. */
export const SECTIONS: { readonly [name: string]: () => string } = { fields: fieldTables, dialects: dialectTable }

/** The generated part of docs/fixtures.md. */
export const FIXTURE_SECTIONS: { readonly [name: string]: () => string } = { faults: faultTable }

/** The generated parts of docs/live-session.md. */
export const SESSION_SECTIONS: { readonly [name: string]: () => string } = { states: sessionDiagram, models: modelTable }

/** The generated part of docs/text-model.md. */
export const TEXT_SECTIONS: { readonly [name: string]: () => string } = { models: textModelTable }

/** The generated parts of docs/tools.md. */
export const TOOL_SECTIONS: { readonly [name: string]: () => string } = {
  tools: toolTable,
  arguments: argumentTable,
  questions: questionTable,
}

const begin = (name: string) => `<!-- ${name}: written by npm run docs -->`
const end = (name: string) => `<!-- end of ${name} -->`

/** The text between the marks of a section. @throws Error if the marks are missing */
export function sectionOf(document: string, name: string): string {
  const from = document.indexOf(begin(name))
  const to = document.indexOf(end(name))
  if (from < 0 || to < from) throw new Error(`The document has no section "${name}": it stands between ${begin(name)} and ${end(name)}.`)
  return document.slice(from + begin(name).length, to).trim()
}

/** The document with other text between the marks of a section. */
export function withSection(document: string, name: string, text: string): string {
  const before = sectionOf(document, name)
  const from = document.indexOf(begin(name)) + begin(name).length
  const rest = document.slice(from).trimStart().slice(before.length)
  return `${document.slice(0, from)}\n\n${text}\n\n${rest.trimStart()}`
}
