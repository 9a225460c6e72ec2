import type { UIMessage } from '../../shared/protocol/ui-message'
import type { PlayedPosition } from './played-positions'

/** One caption: about two lines around the word being spoken. */
export interface Caption {
  readonly spoken: string
  readonly coming: string
}

const LONGEST = 120

/**
 * The caption of the current answer. Gemini sends no times for words, so the place is estimated from the played share
 * of the sound and moved to the end of its word.
 */
export function captionOf(messages: readonly UIMessage[], position: PlayedPosition | null): Caption | null {
  const message = messages.at(-1)
  if (message?.role !== 'assistant') return null
  const text = speakable(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n'))
  if (text === '') return null
  const share = position === null || position.total === 0 ? 0 : Math.min(1, position.heard / position.total)
  const spokenTo = endOfWord(text, Math.round(text.length * share))
  const from = startOfSentence(text, spokenTo)
  return { spoken: text.slice(from, spokenTo), coming: wholeWords(text.slice(spokenTo), from + LONGEST - spokenTo) }
}

/** The speakable text of Markdown: without tables, code and images, and without marks. */
function speakable(markdown: string): string {
  return (
    markdown
      .replace(/^```.*?^```\s*$/gmsu, ' ')
      .replace(/^\s*\|.*$/gmu, ' ')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/gu, '')
      .replace(/^\s*(?:#{1,6}|>|[-+*]|\d+\.)\s+/gmu, '')
      .replace(/\s+/gu, ' ')
      // Japanese has no space after its punctuation
      .replace(/(?<=[、。！？」』）]) /gu, '')
      .trim()
  )
}

/** At most this many characters, cut at a space if the language has spaces. */
function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, Math.max(0, most))
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}

function endOfWord(text: string, at: number): number {
  const next = text.slice(at).search(/[\s、。]/u)
  return at === 0 || next < 0 || next > 20 ? at : at + next
}

/** The current sentence begins the caption, unless it is too long for two lines. */
function startOfSentence(text: string, at: number): number {
  const before = text.slice(0, at)
  const ends = [...before.matchAll(/[.!?。！？]\s*/gu)].map((match) => match.index + match[0].length).filter((end) => end < at)
  const start = ends.at(-1) ?? 0
  return at - start <= LONGEST * 0.8 ? start : at - Math.round(LONGEST * 0.6)
}
