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

test('every tool has its purpose in both languages', () => {
  for (const { hint } of tools) {
    expect(hint(createTranslator('en'))).toMatch(/^[A-Z].{4,60}[^.]$/)
    expect(hint(createTranslator('ja'))).toMatch(/[\p{Script=Hiragana}\p{Script=Han}][^。]$/u)
  }
})

test('the effect of a call has its tool’s text', () => {
  const input = { url: 'https://example.com/' }
  expect(inEveryLanguage((i18n) => toolEffect('open_url', input, { status: 'opened', host: 'example.com' }, i18n) ?? '')).toEqual({
    en: 'opened example.com',
    ja: 'example.comを開きました',
  })
})

test('an unknown tool, and a result that does not match, has no text', () => {
  const i18n = createTranslator('en')
  expect(toolEffect('someone_elses', {}, {}, i18n)).toBeNull()
  expect(toolEffect('constructor', {}, {}, i18n)).toBeNull()
  expect(toolEffect('open_url', {}, { status: 'opened' }, i18n)).toBeNull()
})
