import type { UIMessage } from '../../shared/protocol/ui-message'

/** A message as a client has it. */
interface ClientMessage {
  readonly id: string
  readonly role: UIMessage['role']
}

/**
 * Where the last message of a client's thread, which is the user's, stands in Parley's: answers have the same ids in both, the user's
 * words have not, so they are counted from the answer before them. -1 where it does not stand there.
 */
export function placeInThread(asked: readonly ClientMessage[], stored: readonly UIMessage[]): number {
  const last = asked.length - 1
  const known = asked.findLastIndex(({ id, role }, index) => index < last && role === 'assistant' && stored.some((one) => one.id === id))
  const start = stored.findIndex(({ id }) => id === asked[known]?.id) + 1
  const between = asked.slice(known + 1, last).filter(({ role }) => role === 'user').length
  const users = stored.flatMap(({ role }, index) => (index >= start && role === 'user' ? [index] : []))
  return users[between] ?? -1
}
