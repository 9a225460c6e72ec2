import { liveLimits } from '../../src/main/models/live/backoff'
import { frameFacts } from '../../src/main/models/live/frame-facts'
import { stepSession } from '../../src/main/models/live/session-machine'
import { type MachineState, offState, type SessionEvent } from '../../src/main/models/live/session-state'

type Happening = readonly [words: string, event: (generation: number) => SessionEvent]

const closed = (code: number, reason: string) => (generation: number) =>
  ({ type: 'closed', generation, close: { code, reason, error: null, httpStatus: null, opened: true } }) as const
const frame = (message: unknown) => (generation: number) =>
  ({ type: 'frame', generation, endpoint: { baseUrl: null, model: 'm' }, frame: message, facts: frameFacts(message) }) as const
const timer = (name: 'connect' | 'retry' | 'swap' | 'stall') => (generation: number) => ({ type: 'timer', name, generation }) as const

const happenings: readonly Happening[] = [
  ['start', () => ({ type: 'start' })],
  ['retry', () => ({ type: 'retry' })],
  ['stop', () => ({ type: 'stop' })],
  ['other key or server', () => ({ type: 'leave' })],
  ['setup changed', () => ({ type: 'renew' })],
  [
    'setup answered',
    (generation) => ({ type: 'opened', generation, resumed: false, reseeded: false, nonBlockingTools: [], thinksLong: false }),
  ],
  ['no setup', (generation) => ({ type: 'setup-failed', generation, cause: 'key-missing', detail: '' })],
  ['words', () => ({ type: 'say', item: { type: 'text', text: 'Hi' } })],
  ['answer', frame({ serverContent: { outputTranscription: { text: 'Hi' } } })],
  ['turn over', frame({ serverContent: { turnComplete: true } })],
  ['goAway', frame({ goAway: { timeLeft: '50s' } })],
  ['connection lost', closed(1006, '')],
  ['fatal close', closed(1007, 'API key not valid.')],
  ['setup timeout', timer('connect')],
  ['wait over', timer('retry')],
  ['goAway deadline', timer('swap')],
  ['silence', timer('stall')],
]

/** Everything in a state that affects what can happen next; counters are left out. */
function kindOf(state: MachineState): string {
  const { phase, outbox, unanswered, attempt, silence } = state
  const ready = state.phase === 'ready' ? [state.turnOpen, state.leaving, state.stalledAt !== null, state.answering, state.proven] : []
  return JSON.stringify([phase, outbox.items.length > 0, unanswered.items.length > 0, attempt, silence, ...ready])
}

/** The phases of a session and its transitions, found by running the machine through all possible events. */
export function sessionDiagram(): string {
  const edges = new Map<string, Set<string>>()
  const seen = new Set([kindOf(offState)])
  const waiting: MachineState[] = [offState]
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    for (const [words, event] of happenings) {
      const next: MachineState = stepSession(state, event(state.generation), {
        now: 0,
        random: 0,
        limits: { ...liveLimits, tries: 2 },
      }).state
      if (next.phase !== state.phase || next.generation !== state.generation) {
        const edge = `${state.phase} --> ${next.phase}`
        edges.set(edge, (edges.get(edge) ?? new Set()).add(words))
      }
      if (seen.has(kindOf(next))) continue
      seen.add(kindOf(next))
      waiting.push(next)
    }
  }
  const lines = [...edges].map(([edge, words]) => `  ${edge}: ${[...words].join(', ')}`).sort()
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> off', ...lines, '```'].join('\n')
}
