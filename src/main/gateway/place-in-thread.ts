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

/** Words that stand in the thread already, and the answer to them; null where there is none. */
export interface SaidBefore {
  readonly answerId: string | null
}

/**
 * Whether the last message of a client's thread is one that Parley has: clients of AG-UI and TanStack send their thread once more, without
 * the answer, to have another one, and mark it by nothing. It is that where the same words stand at that place: behind an answer that both
 * know, or as the newest words where all of the user's words are the same. Null for new words.
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

/** A message as a client has it, with its words. */
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
