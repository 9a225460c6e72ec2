import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentedCommands } from '../support/documented-commands'
import { freePort } from '../support/free-port'
import { makeScratchClone, type ScratchClone } from '../support/scratch-clone'

let clone: ScratchClone
beforeAll(() => {
  clone = makeScratchClone()
})
afterAll(() => clone.remove())

const textOf = (file: string): string => readFileSync(file, 'utf8')
const inClone = (file: string): string => textOf(join(clone.folder, file))

async function succeeds(command: string, shows: RegExp, environment?: Readonly<Record<string, string>>, input?: string): Promise<void> {
  const { code, output } = await clone.run(command, environment, input)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(shows) })
}

/** Serves without a display until the address was printed. */
async function starts(command: string): Promise<void> {
  const environment = { DISPLAY: '', WAYLAND_DISPLAY: '', XDG_CONFIG_HOME: join(clone.folder, 'config') }
  const { output } = await clone.runUntil('#token=', command, environment)
  expect(output).toMatch(/Parley is ready\. Open this address .*:\s+http:\/\/127\.0\.0\.1:\d+\/#token=/s)
}

/** On a port that is free: the one of the example may be in use on this computer. */
async function servesExample(name: string): Promise<void> {
  const port = await freePort()
  const { output } = await clone.runUntil('Local:', `npx vite --config examples/${name}/vite.config.ts --port ${port}`)
  expect(output).toContain(`http://localhost:${port}`)
}

async function opensGateway(more: string): Promise<void> {
  const { output } = await clone.runUntil('"token"', `npx parley serve --gateway 0 ${more} --data ${join(clone.folder, 'data')}`)
  expect(output).toMatch(/"gateway":\{"url":"http:/)
}

/** How a command of the documents is tried: by typing it, with a small size where it would take long, or by what runs it anyway. */
type Trial = (() => Promise<void>) | { readonly as: string } | { readonly ranBy: string; readonly word: string }

const tests = 'npm test -- long unit'
const convert = 'npx parley convert --from gemini-live|gemini-text|adk --to ai-sdk|ag-ui|tanstack [--sse] [--check]'
const query = 'npx parley query FILE|SOURCE "SELECT …" [--format table|csv|json] [--max-rows N] [--timeout MS] [--encoding NAME]'
const importFile = 'npx parley import FILE --data FOLDER [--name NAME] [--delimiter SIGN] [--type COLUMN=TYPE]…'
const benches = { ranBy: 'tests/host/benches.test.ts', word: 'npm run bench' }

const trials: Readonly<Record<string, Trial>> = {
  'npm start': () => starts('npm start'),
  'GEMINI_API_KEY=… npm start': () => starts('GEMINI_API_KEY=a-key-for-tests npm start'),
  [tests]: () => succeeds('npm test -- long unit tests/unit/scripts/lanes.test.ts', /\n3 passed, 0 failed\n$/),
  'npm test -- unit': { as: tests },
  'npm test -- long': { as: tests },
  'npm test -- tests/unit/protocol/': { as: tests },
  async 'PARLEY_PICTURES=1 npm test -- ui'() {
    await succeeds('PARLEY_PICTURES=1 npm test -- ui tests/e2e/ui/recording.test.ts', /\n\d passed, 0 failed\n$/)
    expect(readdirSync(join(clone.folder, 'test-results', 'ui'))).toEqual([
      'recording-play.png',
      'recording-runs.png',
      'recording-save.png',
    ])
  },
  // whoever reads this ran it
  'npm test': { ranBy: '.ci/run', word: 'npm test' },
  'npx vitest run --project unit tests/unit/renderer/i18n.test.ts': () =>
    succeeds('npx vitest run --project unit tests/unit/renderer/i18n.test.ts', /Tests .*passed/),
  'npx vitest run --project unit tests/unit/protocol': { as: 'npx vitest run --project unit tests/unit/renderer/i18n.test.ts' },
  'npm run typecheck': { ranBy: 'scripts/setup/stages.mjs', word: "'typescript-7/bin/tsc', ['-b'" },
  'npm run prepare-machine': () => succeeds('npm run prepare-machine', /Everything is ready\./),
  async 'npm run format'() {
    const small = makeScratchClone(['package.json', 'biome.json', '.gitignore'])
    try {
      const file = join(small.folder, 'scripts.mjs')
      writeFileSync(file, 'export   const one = 1;\n')
      const { code, output } = await small.run('npm run format')
      expect({ code, output }).toMatchObject({ code: 0 })
      expect(textOf(file)).toBe('export const one = 1\n')
    } finally {
      small.remove()
    }
  },
  async 'npm run notices'() {
    await succeeds('npm run notices', /THIRD_PARTY_NOTICES\.md: \d+ packages/)
    expect(inClone('THIRD_PARTY_NOTICES.md') === textOf('THIRD_PARTY_NOTICES.md')).toBe(true)
  },
  async 'npm run docs'() {
    await succeeds('npm run docs', /Written: docs\//)
    const changed = readdirSync('docs').filter((name) => name.endsWith('.md') && inClone(`docs/${name}`) !== textOf(`docs/${name}`))
    expect(changed).toEqual([])
  },
  'npm run chaos -- --seed N --count M': () => succeeds('npm run chaos -- --seed 5 --count 3', /\n\{.*"lost":0.*\}\n$/),
  'npm run bench': benches,
  'npm run bench -- all --compare FILE': benches,
  'npm run bench -- audio': benches,
  'npm run bench -- data': benches,
  'npm run bench -- gateway': benches,
  'npm run bench -- inspector': benches,
  'npm run bench -- mcp': benches,
  'npm run bench -- memory': benches,
  'npm run bench -- protocol': benches,
  'npm run bench -- sight': benches,
  'npm run bench -- start': benches,
  'npm run bench -- thread': benches,
  'npm run bench -- voice': benches,
  'npm run package': { ranBy: 'tests/e2e/electron-package.test.ts', word: "'run', 'package'" },
  'PARLEY_UPDATE_URL=https://… npm run package': { as: 'npm run package' },
  async 'node scripts/make-icons.mjs'() {
    const icons = join(clone.folder, 'resources', 'package', 'icons')
    const before = readdirSync(icons)
    rmSync(icons, { recursive: true })
    await succeeds('node scripts/make-icons.mjs', /^$/)
    expect(readdirSync(icons)).toEqual(before)
  },
  async 'node scripts/conformance.mjs'() {
    // the suite itself runs on newer Nodes alone
    if (Number(process.versions.node.split('.')[0]) >= 22) return succeeds('node scripts/conformance.mjs initialize', /passed initialize\n/)
    const { code, output } = await clone.run('node scripts/conformance.mjs')
    expect({ code, output }).toEqual({ code: 1, output: 'The conformance suite needs Node 22 or newer.\n' })
  },
  async 'node scripts/make-fixtures.mjs'() {
    const made = ['fixtures', 'tests/fixtures'].map((folder) => join(clone.folder, folder, 'payment.jsonl')).filter(existsSync)
    const before = made.map(textOf)
    for (const file of made) rmSync(file)
    await succeeds('node scripts/make-fixtures.mjs', /^/)
    expect(made.map(textOf)).toEqual(before)
  },
  'node examples/script/ask.mjs "What is the weather in Kyoto?"': {
    ranBy: 'tests/host/gateway/script.test.ts',
    word: 'examples/script/ask.mjs',
  },
  'node examples/script/ask.mjs "Which goods bring in the most in the sample shop?"': {
    ranBy: 'tests/host/gateway/script.test.ts',
    word: 'examples/script/ask.mjs',
  },
  'npx vite --config examples/chat-page/vite.config.ts': () => servesExample('chat-page'),
  'npx vite --config examples/tanstack-page/vite.config.ts': () => servesExample('tanstack-page'),
  'npx vite --config examples/voice-page/vite.config.ts': () => servesExample('voice-page'),
  'npx parley …': { as: query },
  async [convert]() {
    const frame = JSON.stringify({ serverContent: { outputTranscription: { text: 'Hello.' } } })
    await succeeds('npx parley convert --from gemini-live --to ai-sdk', /"type":"text-delta".*Hello\./s, {}, `${frame}\n`)
  },
  [query]: () => succeeds('npx parley query resources/sample/shop.db "SELECT 6 * 7 AS answer" --format json', /42/),
  [importFile]: () =>
    succeeds(`npx parley import tests/fixtures/csv/gbk.csv --data ${join(clone.folder, 'sources')} --name Parcels`, /Parcels: gbk \(/),
  'npx parley replay FILE --approve all|none': () =>
    succeeds('npx parley replay fixtures/weather.jsonl --approve all --speed max', /^played {2}weather\.jsonl/),
  async 'npx parley serve --fixture FILE [--fault NAME]'() {
    const { output } = await clone.runUntil(
      '"token"',
      `npx parley serve --fixture fixtures/weather.jsonl --fault quota --data ${join(clone.folder, 'data')}`,
    )
    expect(output).toMatch(/"url":"http:/)
  },
  'npx parley serve --gateway 8790': () => opensGateway(''),
  'npx parley serve --gateway 8790 --origin http://localhost:5173': () => opensGateway('--origin http://localhost:5173'),
  async 'npx parley talk start|stop|toggle'() {
    const { code, output } = await clone.run('npx parley talk toggle', { XDG_CONFIG_HOME: join(clone.folder, 'nobody') })
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/Parley/) })
  },
}

describe('the commands of README, CONTRIBUTING and the documents', () => {
  it('are all tried', () => {
    expect(Object.keys(trials).sort()).toEqual(documentedCommands())
  })

  it.each(Object.entries(trials))('%s', async (_command, trial) => {
    if (typeof trial === 'function') return trial()
    if ('as' in trial) return expect(typeof trials[trial.as] === 'object' || typeof trials[trial.as] === 'function').toBe(true)
    expect(existsSync(trial.ranBy)).toBe(true)
    expect(textOf(trial.ranBy)).toContain(trial.word)
  })
})
