import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../../../src/main/models/live/outbox'
import { publicState } from '../../../src/main/models/live/session-state'
import { owesMove } from '../../../src/main/models/live/session-watch'
import { sessionStateSchema } from '../../../src/shared/ipc/schemas'
import { SessionWorld } from '../../support/session-world'

type Deed = (world: SessionWorld, number: () => number) => void

function audioOf(number: number): Outgoing {
  return { type: 'audio', pcm: Uint8Array.of(number >> 8, number & 255) }
}

const speaking: readonly Deed[] = [
  (world) => world.say({ type: 'activity-start' }),
  (world, number) => world.say(audioOf(number())),
  (world, number) => world.say(audioOf(number())),
  (world, number) => world.say(audioOf(number())),
  (world) => world.say({ type: 'activity-end' }),
]

const connecting: readonly Deed[] = [
  (world) => world.dispatch({ type: world.state.phase === 'off' ? 'start' : 'retry' }),
  (world) => world.open(['look']),
  (world) => world.open(['look']),
  (world) => world.ring('retry'),
  (world) => world.ring('connect'),
  (world) => world.ring('swap'),
  (world) => world.ring('stall'),
]

const app: readonly Deed[] = ['c1', 'c2', 'unheard-of', null].map(
  (modelCallId) => (world: SessionWorld) =>
    world.say({ type: 'tool-responses', responses: [{ modelCallId, name: 'pay', response: { output: 1 } }] }),
)

const frames: readonly unknown[] = [
  null,
  { serverContent: { modelTurn: { parts: [] } } },
  { serverContent: { turnComplete: true } },
  { serverContent: { interrupted: true } },
  { serverContent: { generationComplete: true } },
  { toolCall: { functionCalls: [{ id: 'c1', name: 'pay' }] } },
  { toolCall: { functionCalls: [{ id: 'c2', name: 'look' }, { name: 'pay' }] } },
  { toolCallCancellation: { ids: ['c1'] } },
  { sessionResumptionUpdate: { newHandle: 'h', resumable: true } },
  { goAway: { timeLeft: '50s' } },
  { serverContent: { waitingForInput: true } },
  { serverContent: { turnComplete: true, interactionStatus: 'IDLE' } },
]

const closes = [
  {},
  { code: 1007, reason: 'Request contains an invalid argument.' },
  { code: 1007, reason: 'Unknown name "x"' },
  { code: 1007, reason: 'API key not valid.' },
  { code: 1008, reason: 'BidiGenerateContent session not found' },
  { code: 1011, reason: 'Internal error encountered.' },
]

const serving: readonly Deed[] = [
  ...frames.map((frame) => (world: SessionWorld) => world.frame(frame)),
  ...frames.map((frame) => (world: SessionWorld) => world.frame(frame, world.state.generation - 1)),
]

const failing: readonly Deed[] = [
  ...closes.map((close) => (world: SessionWorld) => world.lose(close)),
  (world) => world.lose({}, world.state.generation - 1),
  (world) => world.dispatch({ type: 'setup-failed', generation: world.state.generation, cause: 'fixture', detail: '' }),
]

/** Mostly speech and successful connections, so that long runs get somewhere before they fail. */
function deeds(...more: readonly Deed[]): fc.Arbitrary<readonly Deed[]> {
  const deed = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...speaking) },
    { weight: 8, arbitrary: fc.constantFrom(...connecting) },
    { weight: 4, arbitrary: fc.constantFrom(...serving) },
    { weight: 2, arbitrary: fc.constantFrom(...app, ...more) },
    { weight: 1, arbitrary: fc.constantFrom(...failing) },
  )
  return fc.array(deed, { minLength: 1, maxLength: 120, size: 'max' })
}

const stop: Deed = (world) => world.dispatch({ type: 'stop' })

/**
 * Whether each item on a connection is one the protocol allows there: audio inside an activity, markers alternating.
 */
function hasExactActivities(sent: readonly Outgoing[]): boolean {
  let active = false
  return sent.every((item) => {
    if (item.type === 'audio') return active
    if (item.type !== 'activity-start' && item.type !== 'activity-end') return true
    const fits = active === (item.type === 'activity-end')
    active = !active
    return fits
  })
}

/** What is wrong with the world, as text; empty if nothing is. */
function problemOf(world: SessionWorld): string {
  const { phase } = world.state
  const living = world.wires.filter(({ status }) => status !== 'closed').length
  if (!sessionStateSchema.safeParse(publicState(world.state)).success) return 'no legal state'
  if (living !== (phase === 'connecting' || phase === 'ready' ? 1 : 0)) return `${living} connections while ${phase}`
  if (world.timers.includes('connect') !== (phase === 'connecting')) return `connect timer while ${phase}`
  if (world.timers.includes('retry') !== (phase === 'reconnecting')) return `retry timer while ${phase}`
  const owes = world.state.phase === 'ready' && owesMove(world.state)
  if (world.timers.includes('stall') !== owes) return `stall timer while ${phase} and the server owes ${owes ? 'a move' : 'nothing'}`
  return world.timers.includes('swap') && phase !== 'ready' ? `swap timer while ${phase}` : ''
}

function audioNumbers(sent: readonly Outgoing[]): readonly number[] {
  return sent.flatMap((item) => (item.type === 'audio' ? [(item.pcm[0] ?? 0) * 256 + (item.pcm[1] ?? 0)] : []))
}

// A busy computer may take its time.
describe('whatever happens, in whatever order', { timeout: 60_000 }, () => {
  it('the session is in a legal state, with at most one connection, the right timers, and exact activities on every connection', () => {
    fc.assert(
      fc.property(deeds(stop), (run) => {
        const world = new SessionWorld()
        let number = 0
        for (const deed of run) {
          deed(world, () => number++)
          const problem = problemOf(world)
          if (problem !== '') throw new Error(problem)
        }
        expect(world.wires.every(({ sent }) => hasExactActivities(sent))).toBe(true)
        world.dispatch({ type: 'stop' })
        expect(world.timers).toEqual([])
        expect(world.wires.every(({ status }) => status === 'closed')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('every sample spoken inside an activity reaches the model, in order, on every connection without a gap and from the beginning of an activity', () => {
    fc.assert(
      fc.property(deeds(), (run) => {
        const world = new SessionWorld()
        const said: number[] = []
        const firsts = new Set<number>()
        let number = 0
        let speaking = false
        for (const deed of run) {
          deed(world, () => {
            const next = number++
            if (speaking) said.push(next)
            return next
          })
          if (world.state.speaking && !speaking) firsts.add(number)
          speaking = world.state.speaking
        }
        world.dispatch({ type: 'retry' })
        world.open(['look', 'pay', ''])
        for (const { sent } of world.wires) {
          const numbers = audioNumbers(sent)
          if (numbers.length === 0) continue
          const from = said.indexOf(numbers[0] ?? -1)
          expect(numbers).toEqual(said.slice(from, from + numbers.length))
          // Never from the middle of an utterance.
          expect(firsts.has(numbers[0] ?? -1)).toBe(true)
        }
        const reached = new Set(world.wires.flatMap(({ sent }) => audioNumbers(sent)))
        const waiting = new Set(audioNumbers(world.state.outbox.items))
        const openCall = world.state.calls.some(({ status }) => status === 'open')
        if (!openCall) expect(waiting.size).toBe(0)
        expect(said.filter((one) => !reached.has(one) && !waiting.has(one))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
