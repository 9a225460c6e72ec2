import type { Outgoing } from './outbox'

/** One earlier turn, for a session that does not know it. */
export interface HistoryTurn {
  readonly role: 'user' | 'model'
  readonly text: string
  /** addresses of its attachments */
  readonly files?: readonly string[]
}

/**
 * The newest turns that fit into this many characters, starting with the user. If the newest turn alone is too long, its end is kept,
 * because it matters most.
 */
export function trimHistory(turns: readonly HistoryTurn[], characters: number): readonly HistoryTurn[] {
  let left = characters
  let first = turns.length
  while (first > 0 && left > 0) {
    const length = turns[first - 1]?.text.length ?? 0
    if (length > left && first < turns.length) break
    first -= 1
    left -= length
  }
  const kept = turns.slice(first).map((turn) => ({ ...turn, text: turn.text.slice(-characters) }))
  const user = kept.findIndex(({ role }) => role === 'user')
  return user <= 0 ? kept : kept.slice(user)
}

/** The turns of the thread whose input is still unsent: a history that contained them would send them twice. */
export function turnsStillToSay(items: readonly Outgoing[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => ('turnId' in item ? [item.turnId] : [])))
}

/** The history as a passage of the system instruction, for models that accept it only there. */
export function historyAsInstruction(turns: readonly HistoryTurn[]): string {
  const lines = turns.map(({ role, text }) => `${role === 'user' ? 'User' : 'You'}: ${text}`)
  return ['The conversation goes on. What was said so far:', ...lines].join('\n')
}
