import type { JsonObject } from '../../../../shared/lib/json'
import { isJsonObject } from '../../../../shared/lib/json-value'
import { ServiceRefusal } from '../client-violation'
import type { FaultEntry, FaultHooks, FaultStrike } from './fault'
import { atMoment, momentParameters } from './moments'

const STALE = 'BidiGenerateContent session not found'
const DEADLINE = 'Deadline expired before operation could complete.'
const timeLeft = { value: '50s', what: 'what the server says is left' }

/** Faults of a session that outlives its connections. */
export const sessionFaults = {
  goaway: {
    family: 'session',
    rows: ['4.14', '4.15'],
    what: 'Announces that it will close, and closes when the time is up.',
    times: 1,
    parameters: { ...momentParameters('ready'), timeLeft },
    begin: (strike) =>
      atMoment(strike, () => {
        strike.line.send({ goAway: { timeLeft: strike.text('timeLeft') } })
        strike.line.after(milliseconds(strike.text('timeLeft')), () => strike.line.close(1001, ''))
      }),
  },
  'goaway-without-time': {
    family: 'session',
    rows: ['4.15'],
    what: 'Announces that it will close, but not when.',
    times: 1,
    parameters: { ...momentParameters('ready'), closesAfterMs: { value: 9_000, what: 'milliseconds until it closes' } },
    begin: (strike) =>
      atMoment(strike, () => {
        strike.line.send({ goAway: {} })
        strike.line.after(strike.number('closesAfterMs'), () => strike.line.close(1001, ''))
      }),
  },
  'goaway-silent': {
    family: 'session',
    rows: ['4.15'],
    what: 'Announces that it will close, sends nothing more, and closes with 1011 “Deadline expired …”.',
    times: 1,
    parameters: { ...momentParameters('heard'), timeLeft },
    begin: goAwaySilently,
  },
  'handle-stale': refusingHandles(['4.17'], 1008, STALE),
  'handle-refused': refusingHandles(['4.16'], 1007, 'Request contains an invalid argument.'),
  'handle-fails': refusingHandles(['4.18'], 1011, 'Internal error encountered.'),
  'handle-not-resumable': {
    family: 'session',
    rows: ['4.17'],
    what: 'Every resumption update says that the session can’t be resumed.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient: (frame) =>
        'sessionResumptionUpdate' in frame && strike.take()
          ? { instead: [{ sessionResumptionUpdate: { newHandle: '', resumable: false } }] }
          : null,
    }),
  },
  'handle-never': {
    family: 'session',
    rows: ['4.18'],
    what: 'Sends no resumption handle.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({ toClient: (frame) => ('sessionResumptionUpdate' in frame && strike.take() ? { instead: [] } : null) }),
  },
  'token-spent': {
    family: 'session',
    rows: ['4.19'],
    what: 'An ephemeral token that was used before is refused.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      setup() {
        const { token } = strike.line
        if (token === null || !strike.isArmed()) return null
        if (!strike.memory.has(token)) {
          strike.memory.add(token)
          return null
        }
        strike.take()
        return new ServiceRefusal(1008, 'Auth token has been used too many times.')
      },
    }),
  },
  'history-awaited': {
    family: 'session',
    rows: ['4.21'],
    what: 'After a setup with historyConfig the server ignores everything until the history arrives.',
    times: 'always',
    parameters: {},
    begin(strike) {
      let waiting = false
      return {
        setup({ historyConfig }) {
          waiting = historyConfig !== undefined && strike.take()
          return null
        },
        fromClient(frame) {
          if (isJsonObject(frame.clientContent)) waiting = false
          return null
        },
        heard: () => waiting,
      }
    },
  },
} satisfies Readonly<Record<string, FaultEntry>>

function refusingHandles(rows: readonly string[], code: 1007 | 1008 | 1011, reason: string): FaultEntry {
  return {
    family: 'session',
    rows,
    what: `A setup with a handle is closed with ${code} “${reason}”.`,
    times: 1,
    parameters: {},
    begin: (strike) => ({ setup: (setup) => (resumes(setup) && strike.take() ? new ServiceRefusal(code, reason) : null) }),
  }
}

function goAwaySilently(strike: FaultStrike): FaultHooks {
  let silent = false
  const hooks = atMoment(strike, () => {
    silent = true
    strike.line.send({ goAway: { timeLeft: strike.text('timeLeft') } })
    strike.line.after(milliseconds(strike.text('timeLeft')), () => strike.line.close(1011, DEADLINE))
  })
  return {
    ...hooks,
    heard: () => silent || hooks.heard?.() === true,
    toClient: (frame) => (silent ? { instead: [] } : (hooks.toClient?.(frame) ?? null)),
  }
}

function resumes({ sessionResumption }: JsonObject): boolean {
  return isJsonObject(sessionResumption) && typeof sessionResumption.handle === 'string' && sessionResumption.handle !== ''
}

function milliseconds(duration: string): number {
  return Number.parseFloat(duration) * 1000 || 0
}
