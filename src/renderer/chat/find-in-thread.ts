import type { UIMessage } from '../../shared/protocol/ui-message'

/** One occurrence of the searched text. */
export interface FoundPlace {
  readonly messageId: string
  /** its number among those in the same message, from 0 */
  readonly nth: number
}

/**
 * Finds a text as it was typed, ignoring case and how its words are separated; null if there is nothing to find. The expression is
 * global.
 */
export function findPattern(query: string): RegExp | null {
  const words = query.normalize('NFC').split(/\s+/u).filter(Boolean)
  if (words.length === 0) return null
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'giu')
}

/** All occurrences in what was said and written, in the order of the messages. Calls and thoughts are not searched. */
export function placesIn(messages: readonly UIMessage[], pattern: RegExp): readonly FoundPlace[] {
  return messages.flatMap((message) =>
    [...wordsOf(message).matchAll(pattern)].map((_, nth): FoundPlace => ({ messageId: message.id, nth })),
  )
}

/** A message is replaced when it changes, so its words are read once. */
const known = new WeakMap<UIMessage, string>()

function wordsOf(message: UIMessage): string {
  const before = known.get(message)
  if (before !== undefined) return before
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const guess = message.parts.findLast((part) => part.type === 'data-transcript')
  const said = texts.join(message.role === 'user' ? '' : '\n')
  const words = message.role === 'user' ? (said.trim() === '' ? (guess?.data.text ?? '') : said) : withoutMarkup(said)
  known.set(message, words)
  return words
}

/** Markdown roughly as it is shown: without fences, emphasis and the addresses of links. */
function withoutMarkup(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|[\s(])[*_](?=\S)|(\S)[*_](?=[\s).,;:!?]|$)/gm, '$1$2')
}
