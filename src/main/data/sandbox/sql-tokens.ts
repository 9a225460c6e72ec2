/** A token of SQL, as the engine's own tokenizer splits it. `start` and `end` are UTF-16 offsets. */
export interface SqlPiece {
  readonly kind: 'word' | 'number' | 'string' | 'identifier' | 'comment' | 'space' | 'symbol'
  readonly text: string
  readonly start: number
  /** an unclosed quote or comment */
  readonly open: boolean
}

/** In order of precedence; anything else is a single symbol. SQLite's white space is only ASCII. */
const RULES: readonly (readonly [SqlPiece['kind'], RegExp])[] = [
  ['space', /[ \t\n\f\r]+/y],
  ['comment', /--[^\n]*/y],
  ['comment', /\/\*[\s\S]*?(?:\*\/|$)/y],
  ['string', /[xX]?'(?:[^']|'')*(?:'|$)/y],
  ['identifier', /"(?:[^"]|"")*(?:"|$)/y],
  ['identifier', /`(?:[^`]|``)*(?:`|$)/y],
  ['identifier', /\[[^\]]*(?:\]|$)/y],
  ['number', /0[xX][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y],
]

/** Splits SQL into all its tokens, including spaces and comments. */
export function sqlPieces(sql: string): readonly SqlPiece[] {
  const pieces: SqlPiece[] = []
  for (let at = 0; at < sql.length; ) {
    const [kind, text] = pieceAt(sql, at)
    pieces.push({ kind, text, start: at, open: isOpen(kind, text) })
    at += text.length
  }
  return pieces
}

function pieceAt(sql: string, at: number): readonly [SqlPiece['kind'], string] {
  for (const [kind, rule] of RULES) {
    rule.lastIndex = at
    const text = rule.exec(sql)?.[0]
    if (text !== undefined && text !== '') return [kind, text]
  }
  return ['symbol', sql.charAt(at)]
}

function isOpen(kind: SqlPiece['kind'], text: string): boolean {
  switch (kind) {
    case 'string':
    case 'identifier': {
      const body = text.replace(/^[xX]/, '')
      const close = body.startsWith('[') ? ']' : body.charAt(0)
      // a doubled quote is an escaped one, so an odd number of closing ones ends it
      if (close === ']') return !body.endsWith(']')
      return (body.length - body.replaceAll(close, '').length) % 2 === 1
    }
    case 'comment':
      return text.startsWith('/*') && (text.length < 4 || !text.endsWith('*/'))
    default:
      return false
  }
}
