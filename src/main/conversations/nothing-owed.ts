import type { FrameFacts } from '../live/frame-facts'
import type { LiveSession } from '../live/live-session'

/** Whether the server ends a turn and nothing is left that it would still answer: also where no word was heard or said. */
export function nothingOwed(facts: FrameFacts, session: Pick<LiveSession, 'owesAnswer'>, openCalls: number): boolean {
  const { turnComplete, status, waitsForInput } = facts
  return waitsForInput || (turnComplete && status !== 'working' && openCalls === 0 && !session.owesAnswer())
}
