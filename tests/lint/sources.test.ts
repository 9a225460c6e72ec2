import { describe, expect, it } from 'vitest'
import { linesWith, type SourceFile, sourceFiles } from './source-files'

const sources = sourceFiles(['src'])
const tests = sourceFiles(['tests', ':!tests/lint'])
const scripts = sourceFiles(['scripts', 'bin', 'bench'])
const lineCount = ({ text }: SourceFile): number => text.split('\n').length - 1

const filesWith = (files: readonly SourceFile[], pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ place }) => place)

describe('the sources', () => {
  it('are found by these checks', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect(tests.length).toBeGreaterThan(0)
  })

  it('have everything about Electron, which no plain test can reach, in less than 1150 lines', () => {
    const lines = sourceFiles(['src/main/platform/electron', 'src/preload']).reduce((sum, file) => sum + lineCount(file), 0)
    // windows of three kinds, the border of a shown display, menu, tray, keys, dialogs, key store and locks: each only what needs Electron itself
    expect(lines).toBeLessThan(1150)
    expect(lines).toBeGreaterThan(0)
  })

  it('have an example of less than 100 lines for each client that people copy', () => {
    const pages = sourceFiles(['assistant-ui', 'tanstack', 'copilotkit', 'voice'].map((client) => `examples/${client}-page/page.ts*`))
    expect(pages.map((page) => lineCount(page) < 100)).toEqual([true, true, true, true])
  })

  it('open no door between page and system, load no page from a file, and keep no secret in plain text', () => {
    const doors =
      /enableBlinkFeatures|<webview|allowpopups|@electron\/remote|setUsePlainTextEncryption|\.loadFile\(|(sandbox|contextIsolation|webSecurity): false|node(Integration\w*): true|'unsafe-/
    expect('sandbox: false, nodeIntegrationInWorker: true').toMatch(doors)
    expect(linesWith(sources, doors)).toEqual([])
  })

  it('leave nothing for later', () => {
    expect(linesWith([...sources, ...tests, ...scripts], /TODO|FIXME|XXX|HACK|throw new Error\('not implemented/)).toEqual([])
  })

  it('silence no checker without a reason', () => {
    expect(linesWith([...sources, ...tests], /@ts-(ignore|nocheck)|biome-ignore(?!.*: \S)|eslint-disable(?!.* -- \S)/)).toEqual([])
  })

  it.each([
    ['ipcMain', /\bipcMain\b/, ['src/main/platform/electron/ipc.ts']],
    ['ipcRenderer', /\bipcRenderer\b/, ['src/preload/index.ts']],
  ])('use %s in only one file', (_name, pattern, places) => {
    expect(filesWith(sources, pattern)).toEqual(places)
  })

  it.each([
    ['webContents.send', /\bwebContents\.send\(/],
    ['shell.openExternal', /\bshell\.openExternal\b/],
    ['the console', /\bconsole\.\w+\(/],
  ])('use %s in one file at most', (_name, pattern) => {
    expect(filesWith(sources, pattern).length).toBeLessThanOrEqual(1)
  })

  it('show the name of a rule, which anybody can have made up, with every hidden character in it visible', () => {
    const bare = /(?<!makeVisible\()i18n\.of\((?:\w+\.)*(?:rule|call|decider|outcome|step|denial)\.name\)/
    expect('i18n.of(removed.rule.name)').toMatch(bare)
    expect('makeVisible(i18n.of(made.rule.name))').not.toMatch(bare)
    expect(linesWith(sourceFiles(['src/renderer']), bare)).toEqual([])
  })

  it('tell each server that plays recordings in the app to remember nothing of what it receives', () => {
    const started = sourceFiles(['src/main']).flatMap(({ text }) => [...text.matchAll(/(?<!function )startFixtureServer\(\{[^}]*\}/g)])
    expect(started.length).toBeGreaterThan(0)
    for (const [call] of started) expect(call).toContain('remembers: false')
  })

  it('never keep a secret in plain text on purpose, load a page from a file or open the page to the web', () => {
    expect(linesWith(sources, /setUsePlainTextEncryption|\.loadFile\(|dangerouslySetInnerHTML|<webview|allowpopups/)).toEqual([])
  })
})

describe('the tests', () => {
  it('skip nothing and focus nothing; only what one host lacks is left to the other', () => {
    const left = /\b(it|test|describe)\.(skip|skipIf|only|todo|fails|runIf(?!\(hostKind === '(electron|headless)'\)))\b/
    expect(linesWith(tests, left)).toEqual([])
  })

  it('mock no module', () => {
    expect(linesWith(tests, /\bvi\.(mock|doMock|hoisted)\(/)).toEqual([])
  })

  it('wait for conditions, and for time only where a comment above says why', () => {
    const fixedWait = /waitForTimeout|setTimeout\(\s*r(esolve)?\b/
    const unexplained = tests.flatMap(({ place, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) =>
        fixedWait.test(line) && !/^\s*\/\/ \S/.test(lines[index - 1] ?? '') ? [`${place}:${index + 1}`] : [],
      )
    })
    expect(unexplained).toEqual([])
  })
})
