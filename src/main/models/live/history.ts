import type { Outgoing } from './outbox'

/** One turn of what was said before, for a session that knows nothing of it. */
export interface HistoryTurn {
  readonly role: 'user' | 'model'
  readonly text: string
  /** addresses of the files that went with it */
  readonly files?: readonly string[]
}

/**
 * The newest turns that fit into so many characters, beginning with the user. Of a newest turn that alone is too long the
 * end is kept: what was said last matters most.
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

/** The turns of the thread whose words are still to be said: a history that held them would say them twice. */
export function turnsStillToSay(items: readonly Outgoing[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => ('turnId' in item ? [item.turnId] : [])))
}

/** The history as a passage of the system instruction, for models that take it in no other way. */
export function historyAsInstruction(turns: readonly HistoryTurn[]): string {
  const lines = turns.map(({ role, text }) => `${role === 'user' ? 'User' : 'You'}: ${text}`)
  return ['The conversation goes on. What was said so far:', ...lines].join('\n')
}
