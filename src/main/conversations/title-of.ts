import type { UIMessage } from '../../shared/protocol/ui-message'

const LONGEST_TITLE = 60

/** What a conversation is called after a message: its words, shortened, without the full stop at the end. Empty without words. */
export function titleOf(message: UIMessage | undefined): string {
  const words = message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  const text = words
    .join(' ')
    .trim()
    .replace(/[.。]$/u, '')
  const characters = [...text]
  if (characters.length <= LONGEST_TITLE) return text
  return `${characters
    .slice(0, LONGEST_TITLE - 1)
    .join('')
    .trimEnd()}…`
}
