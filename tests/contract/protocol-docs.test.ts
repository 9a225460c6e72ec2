import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ADK_FIELDS } from '../../scripts/protocol-docs/adk-fields'
import { SAMPLE_ANSWERS } from '../../scripts/protocol-docs/sample-chunks'
import { SECTIONS, SESSION_SECTIONS, sectionOf, TEXT_SECTIONS, withSection } from '../../scripts/protocol-docs/sections'
import { GEMINI_FIELDS } from '../../src/shared/protocol/gemini-fields'

const projectFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const document = projectFile('docs/protocol.md')
const declarations = projectFile('node_modules/@google/genai/dist/genai.d.ts')

/** The data fields that the SDK declares for a type; its getters are not fields of the wire. */
function declaredFields(type: string): readonly string[] {
  const body = new RegExp(`^(?:export )?declare (?:class|interface) ${type}(?:_2)? \\{\\r?\\n(.*?)^\\}`, 'ms').exec(declarations)?.[1]
  return [...(body ?? '').matchAll(/^ {4}(\w+)\??: /gm)].map(([, name]) => name ?? '').sort()
}

describe('docs/protocol.md', () => {
  it.each(Object.keys(SECTIONS))('has the %s that the code has: npm run docs writes them', (name) => {
    expect(sectionOf(document, name)).toBe(SECTIONS[name]?.())
  })

  it('shows a bench of a named day and computer', () => {
    expect(sectionOf(document, 'bench')).toMatch(/^Measured on \d{4}-\d\d-\d\d: .+, Node\.js \d/)
  })

  it('can replace any section, and keeps the others', () => {
    const changed = withSection(document, 'dialects', 'new words')
    expect(sectionOf(changed, 'dialects')).toBe('new words')
    expect(withSection(changed, 'dialects', sectionOf(document, 'dialects'))).toBe(document)
    expect(() => sectionOf(document, 'weather')).toThrow('weather')
  })

  it('shows every chunk type in every dialect', () => {
    const named = [...projectFile('src/shared/protocol/chunks.ts').matchAll(/readonly type: ('[^\n;]*')/g)]
    const types = named.flatMap(([, names]) => (names ?? '').split(' | ').map((name) => name.replaceAll("'", '')))
    const shown = new Set(SAMPLE_ANSWERS.flat().map(({ chunk }) => chunk.type))
    expect(types.length).toBeGreaterThan(25)
    expect(types.filter((type) => ![...shown].some((one) => one === type))).toEqual([])
  })
})

describe('docs/live-session.md', () => {
  it.each(Object.keys(SESSION_SECTIONS))('has the %s that the code has: npm run docs writes them', (name) => {
    expect(sectionOf(projectFile('docs/live-session.md'), name)).toBe(SESSION_SECTIONS[name]?.())
  })

  it('draws every phase of the machine', () => {
    for (const phase of ['off', 'connecting', 'ready', 'reconnecting', 'failed'])
      expect(SESSION_SECTIONS.states?.()).toContain(`--> ${phase}`)
  })
})

describe('docs/text-model.md', () => {
  it.each(Object.keys(TEXT_SECTIONS))('has the %s that the code has: npm run docs writes them', (name) => {
    expect(sectionOf(projectFile('docs/text-model.md'), name)).toBe(TEXT_SECTIONS[name]?.())
  })
})

describe('the table of fields', () => {
  it.each(Object.keys(GEMINI_FIELDS))('names every field of %s that the SDK declares, and no other', (type) => {
    expect(Object.keys(GEMINI_FIELDS[type] ?? {}).sort()).toEqual(declaredFields(type))
  })

  it('begins with what servers send, and refers to existing tables', () => {
    const uses = [...Object.values(GEMINI_FIELDS).flatMap((fields) => Object.values(fields)), ...Object.values(ADK_FIELDS)]
    const named = new Set(uses.flatMap((use) => ('within' in use ? [use.within] : [])))
    const roots = ['LiveServerMessage', 'GenerateContentResponse']
    expect(Object.keys(GEMINI_FIELDS).sort()).toEqual([...new Set([...roots, ...named])].sort())
  })
})
