import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingLines } from '../../../src/main/diagnostics/bundle'
import { type Installation, lookAtMachine } from '../../../src/main/diagnostics/look-at-machine'
import { readLog } from '../../../src/main/diagnostics/read-log'
import { openStore } from '../../../src/main/storage/database/open-store'
import { checkNames, type Finding } from '../../../src/shared/diagnostics/diagnosis'
import { noHotkeys } from '../../../src/shared/hotkeys/hotkey-state'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { displayText, modelText } from '../../../src/shared/messages/message'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const fixturesFolder = join(import.meta.dirname, '../../../fixtures')

function here(change: Partial<Installation> = {}): Installation {
  return {
    version: '1.2.3',
    runtime: 'Node 22.1.0',
    node: '22.1.0',
    system: 'Linux 6.1 x64',
    operatingSystem: 'linux',
    environment: { DISPLAY: ':0', PULSE_SERVER: 'unix:/run/pulse', GEMINI_API_KEY: 'AIzaCanary' },
    userDataFolder: tempFolder(),
    fixturesFolder,
    homeFolder: '/home/mina',
    secrets: () => [],
    load: () => Promise.resolve({}),
    running: null,
    ...change,
  }
}

const found = async (change: Partial<Installation>, check: Finding['check']): Promise<Finding | undefined> =>
  (await lookAtMachine(here(change), [], null)).find((finding) => finding.check === check)

describe('the checks of the computer', () => {
  it('find nothing wrong if nothing is, and have all their texts in Japanese too', async () => {
    const folder = tempFolder()
    const opened = openStore(folder, { clock: createFakeClock(0), unreadable: () => undefined })
    if (!opened.ok) throw new Error(opened.error.message)
    opened.value.store.close()
    const findings = await lookAtMachine(here({ userDataFolder: folder }), [], null)
    expect(findings.map(({ check }) => check)).toEqual(checkNames)
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([])
    expect(findings.filter(({ words }) => !/[ぁ-ん]/u.test(displayText(words, createTranslator('ja'))))).toEqual([])
    expect(findingLines(findings)[0]).toBe('✓ runtime     Parley 1.2.3 on Node 22.1.0, Linux 6.1 x64')
  })

  it('recognize the file of a running or killed Parley, even if all of it is in its log', async () => {
    const folder = tempFolder()
    const opened = openStore(folder, { clock: createFakeClock(0), unreadable: () => undefined })
    if (!opened.ok) throw new Error(opened.error.message)
    try {
      expect(statSync(join(folder, 'parley.db')).size).toBeLessThan(5_000)
      const finding = await found({ userDataFolder: folder }, 'store')
      expect(finding).toMatchObject({ state: 'good' })
      expect(finding === undefined ? '' : modelText(finding.words)).toMatch(/in a file of \d+ (?:kB|MB), format \d+/)
    } finally {
      opened.value.store.close()
    }
  })

  it('show every word of a computer without a key: none of them is taken for one', async () => {
    const lines = findingLines(await lookAtMachine(here({ environment: {} }), [], null))
    expect(lines.join('\n')).toContain('There is no API key')
    expect(lines.filter((line) => line.includes('redacted'))).toEqual([])
  })

  it.each<readonly [string, () => Partial<Installation>, Finding['check'], Finding['state'], RegExp]>([
    ['an old Node', () => ({ node: '18.2.0', runtime: 'Node 18.2.0' }), 'runtime', 'bad', /20\.19/],
    ['a part that does not load', () => ({ load: () => Promise.reject(new Error('no')) }), 'packages', 'bad', /libsql, node-sqlite3-wasm/],
    ['no data folder', () => ({ userDataFolder: join(tempFolder(), 'none') }), 'folder', 'attention', /no data folder/],
    ['another program’s file', () => ({ userDataFolder: withFile('parley.db', sqliteHeader(1, 7)) }), 'store', 'bad', /another program/],
    ['a newer file', () => ({ userDataFolder: withFile('parley.db', sqliteHeader(999, 0x50726c79)) }), 'store', 'bad', /newer Parley/],
    ['a damaged file', () => ({ userDataFolder: withFile('parley.db', 'no database at all') }), 'store', 'bad', /damaged/],
    [
      'damaged settings',
      () => ({ userDataFolder: withFile('settings.json', '{"version":1,"settings":{"volume":7}}') }),
      'settings',
      'bad',
      /volume/,
    ],
    [
      'newer settings',
      () => ({ userDataFolder: withFile('settings.json', '{"version":99,"settings":{}}') }),
      'settings',
      'attention',
      /newer/,
    ],
    ['broken recordings', () => ({ fixturesFolder: withFile('a.jsonl', '{}') }), 'recordings', 'bad', /a\.jsonl: Line 1/],
    ['no key', () => ({ environment: {} }), 'key', 'attention', /no API key/],
    ['no display', () => ({ environment: {} }), 'talk-key', 'attention', /only in the window/],
    ['Wayland', () => ({ environment: { WAYLAND_DISPLAY: 'w' } }), 'talk-key', 'attention', /only in the window/],
    ['keys that can’t be watched', () => ({ load: () => Promise.reject(new Error('no')) }), 'talk-key', 'attention', /does not load/],
  ])('report %s and what to do', async (_what, change, check, state, words) => {
    const finding = await found(change(), check)
    expect(finding).toMatchObject({ check, state })
    expect(finding === undefined ? '' : modelText(finding.words)).toMatch(words)
  })

  it('name the MCP servers of a Parley that runs, and of one that does not without changing its file', async () => {
    const server = {
      kind: 'command',
      name: 'notes',
      on: true,
      trusted: false,
      command: 'no-such-command',
      args: [],
      variables: [],
      folder: '',
    } as const
    const web = { kind: 'address', name: 'web', on: false, trusted: false, address: 'https://example.com/mcp' } as const
    const folder = tempFolder()
    const opened = openStore(folder, { clock: createFakeClock(0), unreadable: () => undefined })
    if (!opened.ok) throw new Error(opened.error.message)
    try {
      for (const one of [server, web]) opened.value.store.toolServers.save(one, 0, false, [])
      const before = statSync(join(folder, 'parley.db-wal')).mtimeMs
      const finding = await found({ userDataFolder: folder }, 'servers')
      expect(finding?.state).toBe('attention')
      expect(finding === undefined ? '' : modelText(finding.words)).toBe(
        'MCP servers: notes can’t start, because the command no-such-command was not found; web is off',
      )
      expect(statSync(join(folder, 'parley.db-wal')).mtimeMs).toBe(before)
    } finally {
      opened.value.store.close()
    }
    const facts = { hotkey: noHotkeys, key: { source: 'none', storage: 'memory' }, storeOnDisk: true } as const
    const servers = [{ server, state: { phase: 'ready' }, tools: [], output: '', signIn: { kind: 'none' } }] as const
    const running = await found({ running: { ...facts, servers: servers.map((one) => ({ ...one, tools: [] })) } }, 'servers')
    expect(running === undefined ? '' : modelText(running.words)).toBe('MCP servers: notes runs, tools: 0')
  })

  it('include what only the running app knows', async () => {
    const running: Installation['running'] = {
      hotkey: { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings: [] },
      key: { source: 'settings', storage: 'memory' },
      storeOnDisk: false,
      servers: [],
    }
    const sound = { microphones: 0, loudspeakers: 2, microphonePermission: 'denied', engine: 'Chromium' } as const
    const findings = await lookAtMachine(here({ running }), [], sound)
    const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
    expect(states).toMatchObject({ store: 'bad', key: 'attention', 'talk-key': 'good', sound: 'attention' })
  })

  it('never name the home folder', async () => {
    const homeFolder = tempFolder()
    const userDataFolder = join(homeFolder, 'data')
    mkdirSync(userDataFolder)
    expect(JSON.stringify(await lookAtMachine(here({ homeFolder, userDataFolder }), [], null))).not.toContain(homeFolder)
  })
})

describe('the log as it is read', () => {
  it('returns what was written, skips invalid lines, and removes the current secrets', async () => {
    const word = fc.string({ maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ event: word, facts: fc.dictionary(fc.stringMatching(/^[b-k]{1,8}$/), fc.oneof(word, fc.integer(), fc.boolean())) }),
        ),
        fc.array(fc.constantFrom('', '{', 'null', '[]', '{"at":1}', 'plain'), { maxLength: 4 }),
        async (events, noise) => {
          const secret = 'the-secret-of-today'
          const lines = events.map(({ event, facts }) => JSON.stringify({ at: 'x', level: 'warn', event: `${event}${secret}`, ...facts }))
          const folder = withFile('logs/parley.log', [...noise, ...lines, ...noise].join('\n'))
          const known = { homeFolder: '/home/mina', secrets: () => [secret] }
          const { entries, more } = await readLog(folder, known, 1000)
          expect(more).toBe(false)
          expect(entries.length).toBe(events.length)
          expect(JSON.stringify(entries)).not.toContain(secret)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is the newest part of both files, in order', async () => {
    const line = (number: number): string => JSON.stringify({ at: String(number), level: 'info', event: 'tick' })
    const folder = withFile('logs/parley.old.log', `${line(1)}\n${line(2)}\n`)
    writeFileSync(join(folder, 'logs/parley.log'), `${line(3)}\n${line(4)}\n`)
    const { entries, more } = await readLog(folder, { homeFolder: '/home/mina', secrets: () => [] }, 3)
    expect({ ats: entries.map(({ at }) => at), more }).toEqual({ ats: ['2', '3', '4'], more: true })
  })
})

function withFile(name: string, content: string | Uint8Array): string {
  const folder = tempFolder()
  if (name.includes('/')) mkdirSync(join(folder, name.slice(0, name.lastIndexOf('/'))))
  writeFileSync(join(folder, name), content)
  return folder
}

function sqliteHeader(version: number, application: number): Uint8Array {
  const header = Buffer.alloc(4096)
  header.write('SQLite format 3\u0000', 'latin1')
  header.writeUInt32BE(version, 60)
  header.writeUInt32BE(application, 68)
  return header
}
