const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * How much of an answer's text was played, in UTF-16 units: in proportion to the played part of its sound. It never splits what reads as
 * one character (a surrogate pair, a letter with its accent, a joined emoji): a partly played character counts as unplayed. Never less for
 * a later position, never more than the text; all of it when all sound was played, and when the answer has no sound. `length` is that of
 * the whole text if `text` is only its beginning. This is an estimate, because transcripts run ahead of the sound or behind it.
 */
export function playedCharacters(text: string, playedSamples: number, totalSamples: number, length = text.length): number {
  if (!(totalSamples > 0) || playedSamples >= totalSamples) return length
  if (!(playedSamples > 0)) return 0
  const cut = Math.round((length * playedSamples) / totalSamples)
  if (cut >= length) return length
  return graphemes.segment(text).containing(cut)?.index ?? cut
}
