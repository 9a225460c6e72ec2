import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sectionOf, TOOL_SECTIONS } from '../../scripts/protocol-docs/sections'
import { SAMPLED_TOOLS } from '../../scripts/protocol-docs/tool-samples'
import { builtInToolsOnPaper } from '../support/built-in-tools-on-paper'

const projectFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const document = projectFile('docs/tools.md')

describe('docs/tools.md', () => {
  it.each(Object.keys(TOOL_SECTIONS))('has the %s that the code has: npm run docs writes them', (name) => {
    expect(sectionOf(document, name)).toBe(TOOL_SECTIONS[name]?.())
  })

  it('has every built-in tool, and no other', () => {
    expect(SAMPLED_TOOLS.map(({ definition }) => definition.name)).toEqual(builtInToolsOnPaper().map(({ name }) => name))
  })

  it('has the question of every tool, in both languages', () => {
    for (const { definition, calls } of SAMPLED_TOOLS) {
      expect(calls.length, definition.name).toBeGreaterThan(0)
      for (const { en, ja } of calls.flatMap(({ questions }) => questions)) {
        expect(sectionOf(document, 'questions')).toContain(en)
        expect(sectionOf(document, 'questions')).toContain(ja)
      }
    }
  })

  it('is linked from the front page', () => {
    expect(projectFile('README.md')).toContain('(docs/tools.md)')
  })
})
