import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { frameFacts } from '../../src/main/models/live/frame-facts'
import type { LiveSession } from '../../src/main/models/live/live-session'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { toolResponseFor } from '../../src/shared/tools/tool-response'
import { createLiveSessionRig, testSetup, weatherTool } from '../support/live-session-rig'
import { bundled } from './fixtures/bundled'

const WARM_UP = 50
const CYCLES = 200
/** After this many connections, input is sent and answered before the next one. */
const TURN_EVERY = 10
/**
 * The most memory that 150 cycles with their turns may leave in total: 1.2 MB when measured, most of it in the server's
 * journal, which stores every setup and all input.
 */
const MOST_GROWTH_BYTES = 1_600_000
/** Of the shortest sentence that the recording accepts. */
const SENTENCE = new Uint8Array(16_000 * 2 * 0.3)

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

let session: LiveSession | null = null
let server: FixtureServer | null = null
afterEach(async () => {
  await session?.stop()
  await server?.close()
})

/** Bytes in use after garbage collection. */
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

it('a session that is sent away 200 times, and used in between, continues each time and keeps nothing of the earlier connections', async () => {
  const running = await startFixtureServer({
    fixture: { ...(await bundled('payment')), repeat: true },
    speed: 1000,
    faults: [{ fault: 'goaway', times: CYCLES, set: { timeLeft: '3000s' } }],
  })
  server = running
  let connections = 0
  const done = { calls: 0, turns: 0 }
  const rig = createLiveSessionRig(testSetup(running.baseUrl, { tools: [{ ...weatherTool, name: 'process_payment' }] }), {
    onFrame(frame) {
      const { calls, turnComplete } = frameFacts(frame)
      for (const { id, name } of calls) {
        done.calls += 1
        rig.session.sendToolResponses([{ modelCallId: id, name, response: toolResponseFor({ kind: 'denied' }), scheduling: 'WHEN_IDLE' }])
      }
      if (turnComplete) done.turns += 1
    },
    onState(state) {
      if (state.phase !== 'ready') return
      connections += 1
      if (connections % (2 * TURN_EVERY) === 0) rig.session.sendText('Pay it.')
      else if (connections % TURN_EVERY === 0) {
        rig.session.activityStart()
        rig.session.sendAudio(SENTENCE)
        rig.session.activityEnd()
      }
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
  await expect.poll(() => running.openConnections()).toBe(1)
  expect(running.violations()).toEqual([])
  expect(done).toEqual({ calls: CYCLES / TURN_EVERY, turns: CYCLES / TURN_EVERY })
  expect(after - before).toBeLessThan(MOST_GROWTH_BYTES)
}, 90_000)
