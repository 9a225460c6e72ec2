import type { UIMessage } from '../../shared/protocol/ui-message'
import type { LiveSession } from './live/live-session'
import { threadHistory } from './thread-history'

/** So much of an answer is enough to know where it stopped. */
const TAIL = 160

/** What arrived last of the newest answer; empty where nothing did. */
export function lastWordsOfModel(messages: readonly UIMessage[]): string {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return ''
  const text = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return text.trim().slice(-TAIL)
}

/** Says the last words of the thread once more, to a session that has forgotten them; what was spoken is now typed. */
export function repeatLastWords(session: Pick<LiveSession, 'sendText'>, messages: readonly UIMessage[]): void {
  const words = lastWords(messages)
  if (words !== null) session.sendText(words.text, words.turnId, words.files)
}

interface SaidLast {
  readonly text: string
  readonly turnId: string | undefined
  /** addresses of the files that went with it */
  readonly files: readonly string[]
}

/** What the user said last in the thread, typed or spoken, with its turn where it is known; null where nothing was said. */
export function lastWords(messages: readonly UIMessage[]): SaidLast | null {
  const last = messages.findLast(({ role }) => role === 'user')
  const [words] = threadHistory(last === undefined ? [] : [last], new Set(), () => null)
  if (words === undefined) return null
  const turnId = last?.metadata?.turnId
  return { text: words.text, turnId: typeof turnId === 'string' ? turnId : undefined, files: words.files ?? [] }
}
