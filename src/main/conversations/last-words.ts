import type { UIMessage } from '../../shared/protocol/ui-message'
import { pictureOfUrl, type UserPicture } from '../../shared/protocol/user-picture'
import type { LiveSession } from '../live/live-session'
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
  if (words !== null) session.sendText(words.text, words.turnId, words.pictures)
}

/** What the user said last in the thread, typed or spoken, with what they showed, and its turn where it is known; null where nothing was said. */
export function lastWords(
  messages: readonly UIMessage[],
): { readonly text: string; readonly turnId: string | undefined; readonly pictures: readonly UserPicture[] } | null {
  const last = messages.findLast(({ role }) => role === 'user')
  const [words] = threadHistory(last === undefined ? [] : [last], new Set())
  if (words === undefined) return null
  const turnId = last?.metadata?.turnId
  const pictures = (last?.parts ?? []).flatMap((part) => {
    const picture = part.type === 'file' ? pictureOfUrl(part.url) : null
    return picture === null ? [] : [picture]
  })
  return { text: words.text, turnId: typeof turnId === 'string' ? turnId : undefined, pictures }
}
