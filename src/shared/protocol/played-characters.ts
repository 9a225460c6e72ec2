const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * How much of an answer's text was heard, in UTF-16 units: the share of its sound that was played. It never ends inside
 * what reads as one character (a surrogate pair, a letter with its accent, a joined emoji): a character cut in two counts
 * as unheard. Never less for a later position, never more than the text; all of it when all was played, and when the
 * answer has no sound. `length` is that of the whole text where `text` is only its beginning. Transcripts run ahead of the sound or behind it, so this is an estimate.
 */
export function playedCharacters(text: string, playedSamples: number, totalSamples: number, length = text.length): number {
  if (!(totalSamples > 0) || playedSamples >= totalSamples) return length
  if (!(playedSamples > 0)) return 0
  const cut = Math.round((length * playedSamples) / totalSamples)
  if (cut >= length) return length
  return graphemes.segment(text).containing(cut)?.index ?? cut
}
