import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createRowReader } from '../../src/main/data/artifacts/row-reader'
import { createDataService } from '../../src/main/data/data-service'
import { createEngine } from '../../src/main/data/engine'
import { endMs } from '../../src/main/data/worker-pool'
import { silentLogger } from '../../src/main/lib/log/logger'
import { openAppStore } from '../../src/main/storage/database/open-app-store'
import { countingIds } from '../../src/shared/lib/ids'
import { createFakeClock } from '../support/fake-clock'
import { runParley } from '../support/run-parley'
import { tempFolder } from '../support/temp-folder'
import { lateStuckWorker, stuckWorker, threadWorker } from '../support/worker-scripts'

const count = (sql: string) => ({ files: [], sql })

/** An engine with this worker and a stopped clock; `told` returns how many of its workers did not end. */
function engineOf(workerFile: string, folder = tempFolder()) {
  const told: string[] = []
  const clock = createFakeClock()
  const workFolder = join(folder, 'work')
  const engine = createEngine({ workerFile, workFolder, clock, newId: countingIds(), onStuck: () => void told.push('stuck') })
  /** Advances the time until this many were abandoned. */
  const givenUp = (times: number) =>
    expect
      .poll(
        () => {
          clock.advance(endMs)
          return told.length
        },
        { timeout: 20_000 },
      )
      .toBe(times)
  return { engine, clock, told, givenUp, workFolder }
}

test.each([
  { what: 'takes too long', limits: { timeoutMs: 15_000 }, outcome: { ok: false, error: { code: 'sql-timeout' } } },
  {
    what: 'says nothing for too long',
    limits: { timeoutMs: 1e9, silentMs: 15_000 },
    outcome: { ok: false, error: { code: 'sql-timeout' } },
  },
  { what: 'is taken back', limits: { timeoutMs: 1e9 }, outcome: { message: 'taken back' } },
])('a job that $what has failed, although its worker neither answers nor ends', async ({ limits, outcome }) => {
  const stuck = stuckWorker(tempFolder())
  const { engine, clock, givenUp, workFolder } = engineOf(stuck.file)
  const folder = await engine.openJobFolder()
  const abort = new AbortController()
  const job = engine
    .run('count', count('SELECT 1'), { ...limits, signal: abort.signal })
    .catch((error: Error) => ({ message: error.message }))
  await stuck.reached()
  clock.advance(15_000)
  abort.abort(new Error('taken back'))
  await givenUp(1)
  expect(await job).toMatchObject(outcome)
  await folder.clear()
  await engine.close()
  expect(existsSync(workFolder)).toBe(false)
})

test('a window of a result whose worker is dead fails, and the result can be released', async () => {
  const troubles: unknown[] = []
  const ask = { table: 'result_1', view: { sort: null, filters: [], search: '' }, from: 0, count: 1 }
  for (const [wait, code] of [
    [20_000, 'sql-timeout'],
    [0, 'artifact-changed'],
  ] as const) {
    const stuck = stuckWorker(tempFolder())
    const { engine, clock, givenUp } = engineOf(stuck.file)
    const placeOf = () => ({ table: 'result_1', names: [], pieces: [] })
    const reader = createRowReader({ engine, clock, placeOf, report: (error) => troubles.push(error) })
    const read = reader.read({ artifactId: 'a' }, ask)
    await stuck.reached()
    clock.advance(wait)
    const closed = reader.close()
    await givenUp(1)
    await closed
    expect(await read).toMatchObject({ ok: false, error: { code } })
    await engine.close()
  }
  expect(troubles).toEqual([])
})

test('one worker does job after job; it is ended after a cancelled job or one that leaves something in it', async () => {
  const { engine, told } = engineOf(threadWorker(tempFolder()))
  const thread = async (sql: string): Promise<unknown> => {
    const answer = await engine.run('count', count(sql), { timeoutMs: 60_000 })
    return answer.ok ? answer.value.rows : answer.error.code
  }
  const first = await thread('SELECT 1')
  for (let job = 0; job < 20; job += 1) expect(await thread('SELECT 1')).toBe(first)
  expect(await thread('spent')).toBe(first)
  const second = await thread('SELECT 1')
  expect(second).not.toBe(first)
  const abort = new AbortController()
  const takenBack = engine.run('count', count('SELECT 1'), { timeoutMs: 60_000, signal: abort.signal })
  abort.abort(new Error('taken back'))
  await expect(takenBack).rejects.toThrow('taken back')
  expect(await thread('SELECT 1')).not.toBe(second)
  // simultaneous queries get one each, as far as their memory goes: the third waits for the first to end
  expect(new Set(await Promise.all([1, 2, 3].map(() => thread('SELECT 1')))).size).toBe(2)
  await engine.close()
  expect(told).toEqual([])
})

test('the data module closes although a worker does not end, and the process is marked to be killed', async () => {
  const folder = tempFolder()
  const stuck = stuckWorker(folder)
  const told: string[] = []
  const clock = createFakeClock()
  const store = openAppStore(folder, clock, silentLogger, { show: () => undefined, clear: () => undefined })
  const data = createDataService({
    store,
    userDataFolder: folder,
    files: { worker: stuck.file, sample: null },
    clock,
    newId: countingIds(),
    emit: () => undefined,
    report: (error) => told.push(String(error)),
    onStuck: () => told.push('by force'),
  })
  const running = data.engine.run('count', count('SELECT 1'), { timeoutMs: 1e9 })
  await stuck.reached()
  const closed = data.close()
  await expect
    .poll(
      () => {
        clock.advance(endMs)
        return told
      },
      { timeout: 20_000 },
    )
    .toEqual(['by force'])
  await closed
  expect(await running).toMatchObject({ ok: false })
  store.close()
})

/** The built command, with another worker. */
async function builtCommand(): Promise<string> {
  // built, whatever ran before
  await runParley(['--version'])
  const cache = join('node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'parley-stuck-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const part of ['package.json', 'out/cli', 'resources/sample']) cpSync(part, join(root, part), { recursive: true })
  return root
}

function runBuilt(root: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [resolve(root, 'out/cli/parley.js'), ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  return Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
}

test('a command whose worker never ends says so at its limit, with its own exit code, and its process is gone', async () => {
  const root = await builtCommand()
  const stuck = stuckWorker(join(root, 'out', 'cli'), 'sql-worker.js')
  const [[, problems, [code, signal]]] = await Promise.all([
    runBuilt(root, 'query', 'sample', 'SELECT 1', '--timeout', '3000'),
    stuck.reached(),
  ])
  expect(problems).toContain('did not end within 3 s')
  expect({ code, signal }).toEqual({ code: 4, signal: null })
})

test('a command that has printed its rows ends with 0, although its worker does not end', async () => {
  const root = await builtCommand()
  const folder = join(root, 'out', 'cli')
  renameSync(join(folder, 'sql-worker.js'), join(folder, 'real-worker.js'))
  const stuck = lateStuckWorker(folder, 'sql-worker.js', 'real-worker.js', 2)
  const ran = runBuilt(root, 'query', 'sample', 'SELECT 1 AS one', '--format', 'csv')
  // on a busy computer the worker may be ended before it waits
  await Promise.race([ran, stuck.reached()])
  const [output, problems, [code, signal]] = await ran
  expect({ output, problems, code, signal }).toEqual({ output: 'one\r\n1\r\n', problems: '', code: 0, signal: null })
})
