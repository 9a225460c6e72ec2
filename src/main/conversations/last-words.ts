import type { UIMessage } from '../../shared/protocol/ui-message'
import { threadHistory } from './thread-history'

/** What the user said last in the thread, typed or spoken, with its turn where it is known; null where nothing was said. */
export function lastWords(messages: readonly UIMessage[]): { readonly text: string; readonly turnId: string | undefined } | null {
  const last = messages.findLast(({ role }) => role === 'user')
  const [words] = threadHistory(last === undefined ? [] : [last], new Set())
  if (words === undefined) return null
  const turnId = last?.metadata?.turnId
  return { text: words.text, turnId: typeof turnId === 'string' ? turnId : undefined }
}
