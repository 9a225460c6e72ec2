import { isJsonObject } from '../../../../shared/lib/json-value'
import type { FaultHooks, FaultParameter, FaultStrike } from './fault'
import { isAnswer } from './frame-parts'

/** When something happens to a connection. */
export const MOMENTS = ['open', 'setup', 'ready', 'heard', 'answer', 'mid-answer', 'call', 'response', 'turn-end'] as const
export type Moment = (typeof MOMENTS)[number]

/** The parameters of a fault that happens at a moment. */
export function momentParameters(at: Moment, afterMs = 0): Readonly<Record<'at' | 'afterMs', FaultParameter>> {
  return {
    at: { value: at, what: `when: ${MOMENTS.join(', ')}` },
    afterMs: { value: afterMs, what: 'milliseconds after that' },
  }
}

/** Calls `happen` at the moment that the strike's `at` names, `afterMs` later, while the fault may strike. */
export function atMoment(strike: FaultStrike, happen: () => void): FaultHooks {
  const at = strike.text('at')
  let answering = 0
  const now = (): void => {
    if (!strike.take()) return
    const afterMs = strike.number('afterMs')
    if (afterMs > 0) strike.line.after(afterMs, happen)
    else happen()
  }
  return {
    opened: () => at === 'open' && now(),
    setup() {
      if (at !== 'setup' || !strike.isArmed()) return null
      now()
      return 'silence'
    },
    ready: () => at === 'ready' && now(),
    heard() {
      answering = 0
      if (at !== 'heard' || !strike.isArmed()) return false
      now()
      return strike.number('afterMs') === 0
    },
    toClient(frame) {
      if (isAnswer(frame)) {
        answering += 1
        if (at === 'answer' && answering === 1 && strike.isArmed() && strike.number('afterMs') === 0) return { instead: [], after: now }
        if ((at === 'mid-answer' && answering === 2) || (at === 'answer' && answering === 1)) return { after: now }
      }
      if (at === 'call' && isJsonObject(frame.toolCall)) return { after: now }
      const complete = isJsonObject(frame.serverContent) && frame.serverContent.turnComplete === true
      return at === 'turn-end' && complete ? { after: now } : null
    },
    fromClient(frame) {
      if (at === 'response' && isJsonObject(frame.toolResponse)) now()
      return null
    },
  }
}
