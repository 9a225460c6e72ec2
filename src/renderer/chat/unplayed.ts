import type { UIMessage } from '../../shared/protocol/ui-message'

/** Where the user interrupted: how many characters of the answer's whole text were played. */
export interface Interruption {
  readonly playedCharacters: number
  /** Some of the text was not played. */
  readonly unheard: boolean
}

/** The interruption of an answer, or null if it was not interrupted. */
export function interruptionOf(message: UIMessage): Interruption | null {
  for (const part of message.parts) {
    if (part.type !== 'data-interrupted') continue
    const length = message.parts.reduce((sum, one) => sum + (one.type === 'text' ? one.text.length : 0), 0)
    return { playedCharacters: part.data.playedCharacters, unheard: part.data.playedCharacters < length }
  }
  return null
}

/** The number of played characters of this part; undefined if all were. */
export function playedInPart(message: UIMessage, index: number, interruption: Interruption | null): number | undefined {
  const part = message.parts[index]
  if (interruption === null || part?.type !== 'text') return undefined
  const before = message.parts.slice(0, index).reduce((sum, one) => sum + (one.type === 'text' ? one.text.length : 0), 0)
  const heard = Math.max(0, interruption.playedCharacters - before)
  return heard < part.text.length ? startOfWord(part.text, heard) : undefined
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The beginning of the word that was cut: the place of the cut is an estimate, and half a word reads as a mistake. */
function startOfWord(text: string, at: number): number {
  const word = words.segment(text).containing(at)
  return word?.isWordLike === true ? word.index : at
}
