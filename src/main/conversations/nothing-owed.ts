import type { SessionState } from '../../shared/ipc/schemas'
import type { FrameFacts } from '../models/live/frame-facts'
import type { LiveSession } from '../models/live/live-session'

/** Whether a silent model was asked once more: an answer that this broke off is not the end of its turn. */
export function isAskedAgain(state: SessionState): boolean {
  return state.phase === 'ready' && state.stalledAt !== undefined
}

/** Whether the server ends a turn, or takes its calls back, and nothing is left that it would still answer: also where no word was heard or said. */
export function nothingOwed(facts: FrameFacts, session: Pick<LiveSession, 'owesAnswer'>, openCalls: number): boolean {
  const { turnComplete, status, waitsForInput, cancelledIds } = facts
  const ends = (turnComplete && status !== 'working') || cancelledIds.length > 0
  return waitsForInput || (ends && openCalls === 0 && !session.owesAnswer())
}
