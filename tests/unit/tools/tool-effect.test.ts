import { expect, test } from 'vitest'
import { createTranslator, inEveryLanguage } from '../../../src/shared/i18n/translator'
import { functionDeclaration } from '../../../src/shared/tools/function-declaration'
import { toolEffect } from '../../../src/shared/tools/tool-effect'
import { builtInToolsOnPaper } from '../../support/built-in-tools-on-paper'

const tools = builtInToolsOnPaper()

test('every tool has a name of its own and can be declared to the model', () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  for (const tool of tools) {
    expect(tool.name).toMatch(/^[a-z][a-z_]{2,60}$/)
    for (const dialect of ['json-schema', 'open-api'] as const) expect(functionDeclaration(tool, dialect).description).not.toBe('')
  }
})

test('every tool says in both languages what it is for', () => {
  for (const { hint } of tools) {
    expect(hint(createTranslator('en'))).toMatch(/^[A-Z].{4,60}[^.]$/)
    expect(hint(createTranslator('ja'))).toMatch(/[\p{Script=Hiragana}\p{Script=Han}][^。]$/u)
  }
})

test('what a call did is told in the words of its tool', () => {
  const input = { url: 'https://example.com/' }
  expect(inEveryLanguage((i18n) => toolEffect('open_url', input, { status: 'opened', host: 'example.com' }, i18n) ?? '')).toEqual({
    en: 'opened example.com',
    ja: 'example.comを開きました',
  })
})

test('a tool of others, and a result that does not fit, has no words', () => {
  const i18n = createTranslator('en')
  expect(toolEffect('someone_elses', {}, {}, i18n)).toBeNull()
  expect(toolEffect('constructor', {}, {}, i18n)).toBeNull()
  expect(toolEffect('open_url', {}, { status: 'opened' }, i18n)).toBeNull()
})
