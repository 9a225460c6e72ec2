import { attachmentsOf } from '../../shared/attachments/attachment-part'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ConversationTable } from '../storage/database/conversation-table'

/** The longest title in characters: about what the list of conversations shows. Wide characters, such as Japanese ones, count twice. */
const LONGEST_TITLE = 40

/**
 * A short title from a message: its first sentence, without the full stop, cut at a word; or else its file names. Empty if it has
 * neither.
 */
export function titleOf(message: UIMessage | undefined): string {
  const words = message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  const said = words.join(' ').replace(/\s+/gu, ' ').trim()
  const files = attachmentsOf(message?.parts ?? []).map(({ fileName }) => fileName)
  return shortened(said === '' ? files.join(', ') : firstSentence(said))
}

/** The first sentence, unless it is so short that it says little, such as "Hello!"; without a full stop at its end. */
function firstSentence(text: string): string {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment)
  let title = ''
  for (const sentence of sentences) {
    if (widthOf(title.trim()) >= SHORTEST_SENTENCE) break
    title += sentence
  }
  return title.trim().replace(/(?<![.。])[.。]$/u, '')
}

/** Characters below which a first sentence takes the next one along. */
const SHORTEST_SENTENCE = 12

function shortened(text: string): string {
  if (widthOf(text) <= LONGEST_TITLE) return text
  let [title, whole] = ['', '']
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (widthOf(title + segment) >= LONGEST_TITLE) break
    title += segment
    if (isWordLike === true) whole = title
  }
  // a single word that is longer than a title is cut inside
  return `${whole === '' ? cutAt(text, LONGEST_TITLE - 1) : whole}…`
}

function cutAt(text: string, width: number): string {
  let cut = ''
  for (const character of text) {
    if (widthOf(cut + character) > width) break
    cut += character
  }
  return cut
}

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0)
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff00-\uff60]/u

/** Titles an untitled conversation with the text of one of its messages. */
export function nameConversation(table: ConversationTable, conversationId: string, message: UIMessage | undefined): void {
  if (table.get(conversationId)?.title !== '') return
  const title = titleOf(message)
  if (title !== '') table.rename(conversationId, title)
}
