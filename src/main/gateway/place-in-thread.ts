import type { UIMessage } from '../../shared/protocol/ui-message'

/** A message in a client's thread. */
interface ClientMessage {
  readonly id: string
  readonly role: UIMessage['role']
}

/**
 * The position in Parley's thread of the last (user) message of a client's thread. Answers have the same ids in both threads. User
 * messages do not, so they are counted from the preceding answer. -1 if it is not there.
 */
export function placeInThread(asked: readonly ClientMessage[], stored: readonly UIMessage[]): number {
  const last = asked.length - 1
  const known = asked.findLastIndex(({ id, role }, index) => index < last && role === 'assistant' && stored.some((one) => one.id === id))
  const start = stored.findIndex(({ id }) => id === asked[known]?.id) + 1
  const between = asked.slice(known + 1, last).filter(({ role }) => role === 'user').length
  const users = stored.flatMap(({ role }, index) => (index >= start && role === 'user' ? [index] : []))
  return users[between] ?? -1
}

/**
 * The client's own ids of the user messages that both threads have, by Parley's: a client that is sent its thread under other ids takes
 * them for new messages.
 */
export function clientIds(asked: readonly AskedMessage[], stored: readonly UIMessage[]): ReadonlyMap<string, string> {
  const positions = new Map(stored.map(({ id }, index) => [id, index]))
  const ids = new Map<string, string>()
  let next = 0
  for (const { id, role, text } of asked)
    if (role === 'assistant') next = (positions.get(id) ?? next - 1) + 1
    else if (role === 'user') {
      const place = stored.findIndex((message, index) => index >= next && message.role === 'user')
      const found = stored[place]
      if (found === undefined || id === '' || wordsOf(found) !== text.trim()) continue
      ids.set(found.id, id)
      next = place + 1
    }
  return ids
}

/** Input that is already in the thread, with its answer; null if there is none. */
export interface SaidBefore {
  readonly answerId: string | null
}

/**
 * Whether the last message of a client's thread is already in Parley's. To regenerate an answer, AG-UI and TanStack clients send their
 * thread again without it, and without any mark. The message is a repeat if the same text is at that position: after an answer that
 * both know, or as the latest input if all user messages are the same. Null for new input.
 */
export function saidBefore(asked: readonly AskedMessage[], stored: readonly UIMessage[]): SaidBefore | null {
  const last = asked.at(-1)
  if (last === undefined) return null
  const place = placeOf(asked, stored)
  const found = stored[place]
  if (found === undefined || wordsOf(found) !== last.text.trim()) return null
  const answer = stored[place + 1]
  return { answerId: answer?.role === 'assistant' ? answer.id : null }
}

/** A message in a client's thread, with its text. */
export interface AskedMessage {
  readonly id: string
  readonly role: string
  readonly text: string
}

function placeOf(asked: readonly AskedMessage[], stored: readonly UIMessage[]): number {
  const told = asked.flatMap(({ id, role }) => (role === 'user' || role === 'assistant' ? [{ id, role } as const] : []))
  const known = told.some(({ id, role }) => role === 'assistant' && stored.some((one) => one.id === id))
  if (known) return placeInThread(told, stored)
  const theirs = asked.flatMap(({ role, text }) => (role === 'user' ? [text.trim()] : []))
  const ours = stored.flatMap((message) => (message.role === 'user' ? [wordsOf(message)] : []))
  return JSON.stringify(theirs) === JSON.stringify(ours) ? stored.findLastIndex(({ role }) => role === 'user') : -1
}

function wordsOf({ parts }: UIMessage): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim()
}
