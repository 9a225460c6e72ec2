import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/main/lib/system-clock'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { openStore } from '../../../src/main/storage/database/open-store'
import { startInProcess } from '../../support/app-in-process'
import { buildProgram } from '../../support/build-program'
import { isRunning } from '../../support/is-running'
import { answerComes, liveRecording, modelCalls, modelSays, wordsCome } from '../../support/live-recording'
import { paperDesktop } from '../../support/paper-desktop'
import { PATIENCE, sized } from '../../support/scale'
import { tempFolder } from '../../support/temp-folder'
import { commandServer, scriptServer } from '../../support/tool-server-rig'

const KILLS = sized(200, 6)
const BESIDE = 2
const CALL_PATIENCE_MS = 60_000

/** A folder of an app, and the calls that its server got: one line each, with the ids of its processes. */
function place() {
  const folder = tempFolder()
  const log = join(folder, 'calls')
  writeFileSync(log, '')
  const lines = `on('tools/call', () => require('node:fs').appendFileSync(${JSON.stringify(log)}, process.pid + ' ' + process.ppid + '\\n'))`
  const { command, args } = scriptServer('notes', lines)
  // as npx does: the server is the child of a program that waits for it
  const server = commandServer({ name: 'notes', command: 'sh', args: ['-c', '"$0" "$@"; true', command, ...args] })
  return { folder: join(folder, 'data'), log, server, calls: () => readFileSync(log, 'utf8').split('\n').slice(0, -1) }
}

/** Runs the app until its server has got one more call, and kills it in the middle of it. */
async function callAndKill(
  program: string,
  serviceAddress: string,
  { folder, server, log, calls }: ReturnType<typeof place>,
): Promise<void> {
  const before = calls().length
  const app = spawn(process.execPath, [program, folder, serviceAddress, JSON.stringify(server)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  app.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const watcher = watch(log, () => {
    if (calls().length > before) app.kill('SIGKILL')
  })
  // an app that makes no call is asked what it is at
  const patience = setTimeout(() => app.kill('SIGTERM'), CALL_PATIENCE_MS)
  const [, signal] = await once(app, 'close')
  clearTimeout(patience)
  watcher.close()
  expect({ signal, complaint }).toEqual({ signal: 'SIGKILL', complaint: '' })
  expect(calls()).toHaveLength(before + 1)
}

it(
  'of two apps with the same server each starts its own, and the end of one leaves the call of the other running',
  async () => {
    const program = await buildProgram('server-caller', 'callUntilKilled')
    const lines = [wordsCome, modelCalls('c1', 'notes__one', {}), answerComes('c1'), ...modelSays('Done.')]
    const service = await startFixtureServer({ fixture: liveRecording('two', lines), speed: 50, faults: [] })
    const { server, calls } = place()
    const start = () =>
      spawn(process.execPath, [program, join(tempFolder(), 'data'), service.baseUrl, JSON.stringify(server)], { stdio: 'ignore' })
    const pids = (call: number) => calls()[call]?.split(' ').map(Number) ?? []
    const first = start()
    await expect.poll(calls, { timeout: CALL_PATIENCE_MS }).toHaveLength(1)
    const second = start()
    onTestFinished(() => void [first, second].map((app) => app.kill('SIGKILL')))
    await expect.poll(calls, { timeout: CALL_PATIENCE_MS }).toHaveLength(2)
    expect(new Set([...pids(0), ...pids(1)]).size).toBe(4)
    first.kill('SIGKILL')
    await expect.poll(() => pids(0).filter(isRunning)).toEqual([])
    expect(pids(1).map(isRunning)).toEqual([true, true])
    second.kill('SIGKILL')
    await expect.poll(() => pids(1).filter(isRunning)).toEqual([])
    expect(calls()).toHaveLength(2)
    await service.close()
  },
  PATIENCE,
)

it(
  'killed in the middle of a call, time after time: each call ran once, ends as unknown, is not made again, and no process is left',
  async () => {
    const program = await buildProgram('server-caller', 'callUntilKilled')
    const lines = [wordsCome, modelCalls('c1', 'notes__one', {}), answerComes('c1'), ...modelSays('Done.')]
    const rounds = Array.from({ length: BESIDE }, async () => {
      const service = await startFixtureServer({ fixture: liveRecording('killed', lines), speed: 50, faults: [] })
      const here = place()
      for (let kill = 0; kill < KILLS / BESIDE; kill += 1) await callAndKill(program, service.baseUrl, here)
      const app = await startInProcess({ fixtures: [], userDataFolder: here.folder, desktop: paperDesktop() })
      const { conversations } = await app.call('app.bootstrap', null)
      for (const { conversationId } of conversations) await app.call('conversation.open', { conversationId })
      await app.stop()
      await service.close()
      const pids = here.calls().flatMap((line) => line.split(' ').map(Number))
      await expect.poll(() => pids.filter(isRunning)).toEqual([])
      expect(here.calls()).toHaveLength(KILLS / BESIDE)

      const opened = openStore(here.folder, { clock: systemClock, unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
      if (!opened.ok) throw new Error(opened.error.message)
      const { store } = opened.value
      const runs = store.conversations.list().flatMap(({ conversationId }) => store.executions.list(conversationId))
      expect(runs.map(({ state, errorText }) => ({ state, errorText }))).toEqual(
        here.calls().map(() => ({ state: 'failed', errorText: { code: 'server-call-lost', values: { server: 'notes' } } })),
      )
      expect(store.executions.unfinished()).toEqual([])
      store.close()
    })
    await Promise.all(rounds)
  },
  PATIENCE,
)
