import { cpSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { words as english } from '../../src/shared/languages/en'
import { mark, markedLanguage } from '../support/marked-language'
import { type Said, saidIn } from '../support/said-in'
import { type PlantedProject, plantedProject, projectFolder } from './planted-project'

/** A real build on a busy computer. */
const aBuild = 120_000

let project: PlantedProject
beforeAll(() => {
  project = plantedProject()
  for (const folder of ['src', 'tests/support'])
    cpSync(path.join(projectFolder, folder), path.join(project.folder, folder), { recursive: true })
})
afterAll(() => project.remove())

/** The output of the project's copy once it is built. */
async function saidByCopy(locale: string, yes: string): Promise<Said> {
  await build({
    configFile: false,
    root: project.folder,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: path.join(project.folder, 'tests/support/said-in.tsx'),
      outDir: path.join(project.folder, 'out'),
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'said-in.mjs' } },
    },
  })
  const built: { readonly saidIn: typeof saidIn } = await import(pathToFileURL(path.join(project.folder, 'out/said-in.mjs')).href)
  return built.saidIn(locale, yes)
}

describe('a third language', () => {
  it('does not exist before its file does', () => {
    const { languages, chosen, isYes } = saidIn('pl_PL.UTF-8', 'Tak, proszę!')
    expect(languages.map(({ name }) => name)).toEqual(['English', '日本語'])
    expect([chosen, isYes]).toEqual(['en', false])
  })

  it('is complete, everywhere, once its one file exists', { timeout: aBuild }, async () => {
    project.plant('src/shared/languages/pl.ts', markedLanguage())
    const polish = await saidByCopy('pl_PL.UTF-8', 'Tak, proszę!')
    const first = saidIn('en-GB', 'yes')
    expect(polish.languages).toContainEqual({ code: 'pl', name: 'Polski' })
    expect([polish.chosen, polish.isYes]).toEqual(['pl', true])
    // in the settings it can be chosen by its own name
    expect(polish.page.join()).toContain('>Polski<')

    for (const [where, texts] of Object.entries(polish.texts)) {
      expect(texts.length, where).toBe(first.texts[where]?.length)
      for (const text of texts) expect(text, where).toMatch(/^⟦[\s\S]*⟧$/)
    }
    expect(polish.plurals).toEqual([mark('1 question'), mark('few: 3 questions'), mark('5 questions')])
    expect(polish.dates[2]).toMatch(/^⟦.*listopada⟧$/)
    expect(polish.dates[3]).toBe('wrzesień')
    expect(polish.dates.at(-1)).toContain('lis')

    // no English is left on the page
    const plain = new Set(Object.values<string>(english.texts).filter((text) => /[a-z]{3}/.test(text) && !text.includes('{{')))
    const shown = polish.page.flatMap((markup) => [...markup.matchAll(/>([^<>]+)<|(?:aria-label|title|placeholder)="([^"]+)"/g)])
    const words = shown.map(([, text, name]) => (text ?? name ?? '').trim())
    expect(words.filter((text) => text.includes('⟦')).length).toBeGreaterThan(40)
    expect(words.filter((text) => plain.has(text) && text !== 'Parley')).toEqual([])
  })

  it('does not compile if something is missing or superfluous, and does if it is complete', { timeout: aBuild }, () => {
    const wrong = [
      ['xb', 'texts', 'app.retry', null],
      ['xc', 'messages', 'session-ended', null],
      ['xd', 'refusals', 'rule-unknown', null],
      ['xe', 'texts', 'app.retries', 'Again'],
      ['xf', 'refusals', 'rule-funny', 'Ha'],
    ] as const
    project.plant('src/shared/languages/xa.ts', markedLanguage())
    for (const [code, table, key, text] of wrong) {
      const language = markedLanguage((tables) => {
        const texts = tables[table] ?? {}
        if (text === null) delete texts[key]
        else texts[key] = text
      })
      project.plant(`src/shared/languages/${code}.ts`, language)
    }
    const files = ['xa', ...wrong.map(([code]) => code)].map((code) => `./src/shared/languages/${code}.ts`)
    const compilerOptions = { composite: false, declaration: false, emitDeclarationOnly: false, noEmit: true }
    project.plant('tsconfig.languages.json', JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, files }))
    const { output } = project.run('typescript-7/bin/tsc', ['-p', 'tsconfig.languages.json', '--pretty', 'false'])
    for (const [code, , key] of wrong) expect(output).toMatch(new RegExp(`languages/${code}\\.ts\\(.*\\): error TS[\\s\\S]*?${key}`))
    expect(output).not.toContain('xa.ts')
    expect(output.match(/: error TS/g)).toHaveLength(wrong.length)
  })
})
