import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import type { LiveSession } from '../../src/main/live/live-session'
import { createLiveSessionRig, testSetup } from '../support/live-session-rig'
import { bundled } from './fixtures/bundled'

const WARM_UP = 50
const CYCLES = 200
/** What 150 cycles may leave behind altogether. The server, which writes down every setup, keeps about 2 kB of each. */
const MOST_GROWTH_BYTES = 750_000

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

let session: LiveSession | null = null
let server: FixtureServer | null = null
afterEach(async () => {
  await session?.stop()
  await server?.close()
})

/** Bytes in use after everything that nobody holds is gone. */
async function heapInUse(): Promise<number> {
  if (typeof collect !== 'function') throw new Error('the garbage collector can’t be called')
  for (let round = 0; round < 3; round += 1) {
    collect()
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
  return process.memoryUsage().heapUsed
}

it('a session that is sent away 200 times goes on each time, and keeps nothing of the connections that it left', async () => {
  const running = await startFixtureServer({
    fixture: await bundled('weather'),
    speed: 1000,
    faults: [{ fault: 'goaway', times: CYCLES, set: { timeLeft: '50s' } }],
  })
  server = running
  let connections = 0
  const rig = createLiveSessionRig(testSetup(running.baseUrl), {
    onFrame() {},
    onState(state) {
      if (state.phase === 'ready') connections += 1
    },
  })
  session = rig.session
  rig.session.start()
  const until = (count: number) => vi.waitFor(() => expect(connections).toBeGreaterThanOrEqual(count), { timeout: 60_000, interval: 5 })
  await until(WARM_UP)
  const before = await heapInUse()
  await until(CYCLES + 1)
  const after = await heapInUse()
  expect(rig.session.state().phase).toBe('ready')
  await vi.waitFor(() => expect(running.openConnections()).toBe(1))
  expect(running.violations()).toEqual([])
  expect(after - before).toBeLessThan(MOST_GROWTH_BYTES)
}, 90_000)
