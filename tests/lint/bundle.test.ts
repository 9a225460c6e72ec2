import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readFirstScripts, readWith } from '../../scripts/first-scripts.mjs'
import { keepOut } from '../../scripts/keep-out.mjs'
import { detectedChoices } from '../../src/shared/data/import-choices'
import { firstLanguage, loadedLanguages } from '../../src/shared/i18n/languages'
import { tempFolder } from '../support/temp-folder'
import { projectFolder } from './planted-project'
import { sourceFiles } from './source-files'

/** Everything that was built under `out/<part>`, by file name. */
function builtFiles(part: string): ReadonlyMap<string, string> {
  const folder = path.join(projectFolder, 'out', part)
  if (!existsSync(folder)) throw new Error(`out/${part} is missing: run "npm run build" first`)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(c?js|html|css|map)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

const allOf = (part: string): string => [...builtFiles(part).values()].join('\n')

/** Sentences that are only in `folder` of all sources: its fingerprint, which survives minifying. */
function literalsOnlyIn(folder: string): readonly string[] {
  const files = sourceFiles(['src'])
  const elsewhere = files.filter(({ place }) => !place.startsWith(folder)).map(({ text }) => text)
  const literals = files
    .filter(({ place }) => place.startsWith(folder))
    .flatMap(({ text }) => [...text.matchAll(/'([^'\n\\]{12,})'/g)].map(([, literal]) => literal ?? ''))
    .filter((literal) => literal.includes(' '))
  return literals.filter((literal) => !elsewhere.some((text) => text.includes(literal)))
}

describe('the built app', () => {
  it('has nothing of the headless host, which the command line has', () => {
    const literals = literalsOnlyIn('src/main/platform/headless/')
    const [app, commandLine] = [allOf('main'), allOf('cli')]
    expect(literals.filter((literal) => commandLine.includes(literal))).not.toEqual([])
    expect(literals.filter((literal) => app.includes(literal))).toEqual([])
  })

  it('leaves Electron out of the command line', () => {
    expect(allOf('cli')).not.toMatch(/from\s*["']electron(\/main)?["']|require\(["']electron(\/main)?["']\)/)
  })

  it('keeps the preload script small, plain CommonJS and free of schemas', () => {
    const preload = builtFiles('preload')
    expect([...preload.keys()]).toEqual(['index.cjs'])
    expect((preload.get('index.cjs') ?? '').length).toBeLessThan(4_000)
    expect(preload.get('index.cjs')).toMatch(/require\(["'`]electron["'`]\)/)
  })

  it('has a chunk for each language but English, which the page loads only when it uses it', () => {
    const files = builtFiles('renderer')
    const first = files.get('index.html') ?? ''
    for (const [code, { texts }] of loadedLanguages().filter(([one]) => one !== firstLanguage)) {
      const holding = [...files].filter(([, text]) => text.includes(texts['app.loading'])).map(([name]) => name)
      expect([code, holding.length]).toEqual([code, 1])
      expect(first).not.toContain(holding[0])
    }
  })

  it('has first scripts of the page of less than 880 kB together, in few files: what a start does not show is loaded on demand', () => {
    const scripts = readFirstScripts(path.join(projectFolder, 'out', 'renderer'), 'index.html')
    expect(scripts.filter(({ name }) => /^assets\/index-/.test(name))).toHaveLength(1)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(880_000)
    expect(scripts.length).toBeLessThanOrEqual(4)
  })

  it('opens its window before main has read what it needs later, and starts without the client library', () => {
    const files = builtFiles('main')
    const folder = path.join(projectFolder, 'out', 'main')
    const withWindow = readWith(folder, 'index.js')
    const withStart = readWith(
      folder,
      `chunks/${[...files.keys()]
        .find((name) => /bootstrap-/.test(name))
        ?.split('/')
        .at(-1)}`,
    )
    const bytes = [...withWindow].reduce((sum, name) => sum + (files.get(name)?.length ?? 0), 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(480_000)
    const holding = [...files].filter(([, text]) => text.includes('x-goog-api-client')).map(([name]) => name)
    expect(holding).not.toEqual([])
    expect(holding.filter((name) => withWindow.has(name) || withStart.has(name))).toEqual([])
  })

  it('reads a spreadsheet in its worker, whose readers are chunks of their own', async () => {
    const worker = new Worker(path.join(projectFolder, 'out', 'main', 'sql-worker.js'), { env: {}, execArgv: [] })
    onTestFinished(async () => void (await worker.terminate()))
    const file = path.join(projectFolder, 'tests', 'fixtures', 'tables', 'parcels.xlsx')
    const target = path.join(tempFolder(), 'import.db')
    const ask = { path: file, target, table: 'parcels', kind: 'archive', choices: detectedChoices }
    const answered = once(worker, 'message')
    worker.postMessage({ kind: 'job', job: { kind: 'tables', ask } })
    expect(await answered).toMatchObject([{ kind: 'done', answer: { kind: 'xlsx' } }])
  })

  it('ships no source maps and pages without inline scripts or addresses of other hosts', () => {
    const names = ['main', 'preload', 'renderer', 'cli'].flatMap((part) => [...builtFiles(part).keys()])
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([])
    for (const name of ['index.html', 'inspector.html', 'overlay.html', 'quick.html']) {
      const page = builtFiles('renderer').get(name) ?? ''
      expect(page).toContain('<script type="module"')
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|https?:\/\//)
    }
  })
})

describe('the build guard', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-guard-'))
    mkdirSync(path.join(folder, 'host'))
    writeFileSync(path.join(folder, 'host', 'serve.js'), 'export const serve = () => globalThis.serving')
    writeFileSync(path.join(folder, 'entry.js'), "import { serve } from './host/serve.js'\nserve()")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const buildWithout = (forbidden: string) =>
    build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [keepOut(path.join(folder, forbidden), 'it is kept out')],
      build: { ssr: true, write: false, rolldownOptions: { input: path.join(folder, 'entry.js') } },
    })

  it('stops a build that would ship a forbidden module', async () => {
    await expect(buildWithout('host')).rejects.toThrow('it is kept out')
  })

  it('lets every other build pass', async () => {
    await expect(buildWithout('elsewhere')).resolves.toBeDefined()
  })
})
