/** A piece of a JSON text and its kind. */
export interface ColouredPiece {
  readonly kind: 'key' | 'string' | 'number' | 'plain'
  readonly text: string
}

const PIECE = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g
/** Longer strings in a frame are sound and images: their beginning is enough to recognize them. */
const LONGEST = 400

/** Cuts a text into pieces with different colours; long values are shortened. Accepts any text. */
export function colouredJson(text: string): readonly ColouredPiece[] {
  const pieces: ColouredPiece[] = []
  let at = 0
  for (const found of text.matchAll(PIECE)) {
    if (found.index > at) pieces.push({ kind: 'plain', text: text.slice(at, found.index) })
    const [whole, string, colon] = found
    if (string !== undefined && colon !== undefined) pieces.push({ kind: 'key', text: string }, { kind: 'plain', text: colon })
    else if (string !== undefined) pieces.push({ kind: 'string', text: shortened(string) })
    else pieces.push({ kind: 'number', text: whole })
    at = found.index + whole.length
  }
  if (at < text.length) pieces.push({ kind: 'plain', text: text.slice(at) })
  return pieces
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, 40)}…${text.length}"`
}
