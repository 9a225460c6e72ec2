/** The first request is short, so that the sound begins soon; later ones are long, so that the voice stays even. In characters. */
const FIRST_LENGTH = 200
const LATER_LENGTH = 1200

/**
 * Splits paragraphs into the texts of the requests, at the ends of sentences and in order. Only a sentence longer than a request is
 * split inside: after a comma or a space if possible.
 */
export function cutForSpeech(paragraphs: readonly string[]): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (const paragraph of paragraphs) {
    let separator = '\n\n'
    for (const sentence of sentencesOf(paragraph)) {
      for (const piece of piecesOf(sentence)) {
        const longest = texts.length === 0 ? FIRST_LENGTH : LATER_LENGTH
        if (text !== '' && text.length + separator.length + piece.length > longest) {
          texts.push(text.trim())
          text = ''
        }
        text += text === '' ? piece : `${separator}${piece}`
        separator = ''
      }
    }
  }
  return text.trim() === '' ? texts : [...texts, text.trim()]
}

function sentencesOf(paragraph: string): readonly string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(paragraph)].map(({ segment }) => segment)
}

function piecesOf(sentence: string): readonly string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > LATER_LENGTH) {
    const cut = placeToCut(rest)
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...pieces, rest]
}

/** Never inside a character of two code units. */
function placeToCut(text: string): number {
  const beginning = text.slice(0, LATER_LENGTH)
  const comma = Math.max(...[...'、，,;；'].map((mark) => beginning.lastIndexOf(mark)))
  if (comma > LATER_LENGTH / 2) return comma + 1
  const space = beginning.lastIndexOf(' ')
  if (space > LATER_LENGTH / 2) return space + 1
  return /[\uD800-\uDBFF]$/.test(beginning) ? LATER_LENGTH - 1 : LATER_LENGTH
}
