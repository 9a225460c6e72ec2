import type { Plugin } from 'unified'

/** The few types of micromark that two constructs need: a state takes a character code and returns the next state. */
type Code = number | null
type State = (code: Code) => State | undefined
interface Construct {
  readonly name?: string
  readonly tokenize: Tokenize
  /** Following lines can't begin a list or a quote. */
  readonly concrete?: boolean
  readonly partial?: boolean
}
type Tokenize = (this: Context, effects: Effects, accept: State, refuse: State) => State
interface Effects {
  enter(type: string): void
  exit(type: string): void
  consume(code: Code): void
  attempt(construct: Construct, accept: State, refuse: State): State
}
interface Context {
  /** Whether the construct would end a paragraph. */
  readonly interrupt?: boolean
  readonly parser: { readonly lazy: { readonly [line: number]: boolean | undefined } }
  now(): { readonly line: number }
}

const BACKSLASH = 92
/**
 * The longest formulas that are searched for, so that unclosed delimiters take no time: characters in a line, and
 * lines.
 */
const LONGEST_IN_LINE = 500
const MOST_LINES = 50
const PARENTHESIS = { open: 40, close: 41 }
const BRACKET = { open: 91, close: 93 }
const FENCE = ['mathFlowFence', 'mathFlowFenceSequence'] as const

/**
 * Math between the delimiters of LaTeX: `\(x\)` within a line, `\[x\]` within a line or over lines of their own, up to a blank line.
 * `remark-math` makes the nodes. Brackets around nothing or around a single number stay brackets (`\[1\]`).
 */
export const texMath: Plugin = function () {
  const data = this.data() as { micromarkExtensions?: unknown[] }
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({
    text: { [BACKSLASH]: { name: 'texMathText', tokenize: tokenizeText } satisfies Construct },
    flow: { [BACKSLASH]: { name: 'texMathFlow', tokenize: tokenizeFlow, concrete: true } satisfies Construct },
  })
}

/** Matches the closing delimiter in tokens of these names. `data` is the open token that ends before it; null: none is open. */
function closing(data: string | null, tokens: readonly string[], close: number): Construct {
  return {
    partial: true,
    tokenize: (effects, accept, refuse) => {
      const end: State = (code) => {
        if (code !== close) return refuse(code)
        effects.consume(code)
        for (const token of tokens.toReversed()) effects.exit(token)
        return accept
      }
      return (code) => {
        if (data !== null) effects.exit(data)
        for (const token of tokens) effects.enter(token)
        effects.consume(code)
        return end
      }
    },
  }
}

const tokenizeText: Tokenize = (effects, accept, refuse) => {
  let close = PARENTHESIS.close
  let isFormula = false
  let length = 0

  const start: State = (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    effects.consume(code)
    return delimiter
  }
  const delimiter: State = (code) => {
    if (code !== PARENTHESIS.open && code !== BRACKET.open) return refuse(code)
    close = code === BRACKET.open ? BRACKET.close : PARENTHESIS.close
    effects.consume(code)
    effects.exit('mathTextSequence')
    return first
  }
  const first: State = (code) => {
    if (isLineEnd(code)) return refuse(code)
    if (code === BACKSLASH) return effects.attempt(closing(null, ['mathTextSequence'], close), refuse, begin)(code)
    return begin(code)
  }
  const begin: State = (code) => {
    effects.enter('mathTextData')
    return code === BACKSLASH ? command(code) : inside(code)
  }
  const inside: State = (code) => {
    length += 1
    if (isLineEnd(code) || length > LONGEST_IN_LINE) return refuse(code)
    if (code === BACKSLASH) return effects.attempt(closing('mathTextData', ['mathTextSequence'], close), closed, command)(code)
    isFormula ||= close === PARENTHESIS.close ? !isSpace(code) : !isSpace(code) && !isDigit(code)
    effects.consume(code)
    return inside
  }
  const command: State = (code) => {
    effects.consume(code)
    return escaped
  }
  const escaped: State = (code) => {
    if (isLineEnd(code)) return refuse(code)
    isFormula = true
    effects.consume(code)
    return inside
  }
  const closed: State = (code) => {
    if (!isFormula) return refuse(code)
    effects.exit('mathText')
    return accept(code)
  }
  return start
}

const tokenizeFlow: Tokenize = function (effects, accept, refuse) {
  const { interrupt, parser } = this
  const currentLine = () => this.now().line
  let isBlank = true
  let lines = 1
  let isFormula = false

  const start: State = (code) => {
    effects.enter('mathFlow')
    effects.enter('mathFlowFence')
    effects.enter('mathFlowFenceSequence')
    effects.consume(code)
    return delimiter
  }
  const delimiter: State = (code) => {
    if (code !== BRACKET.open) return refuse(code)
    effects.consume(code)
    effects.exit('mathFlowFenceSequence')
    effects.exit('mathFlowFence')
    return lineStart
  }
  const lineStart: State = (code) => {
    if (isLineEnd(code)) return lineEnd(code)
    if (code === BACKSLASH) return effects.attempt(closing(null, FENCE, BRACKET.close), closed, begin)(code)
    return begin(code)
  }
  const begin: State = (code) => {
    effects.enter('mathFlowValue')
    return code === BACKSLASH ? command(code) : inside(code)
  }
  const inside: State = (code) => {
    if (isLineEnd(code)) {
      effects.exit('mathFlowValue')
      return lineEnd(code)
    }
    if (code === BACKSLASH) {
      return effects.attempt(closing('mathFlowValue', FENCE, BRACKET.close), closed, command)(code)
    }
    isBlank &&= isSpace(code)
    isFormula ||= !isSpace(code) && !isDigit(code)
    effects.consume(code)
    return inside
  }
  const command: State = (code) => {
    isBlank = false
    isFormula = true
    effects.consume(code)
    return (escaped) => {
      if (isLineEnd(escaped)) return inside(escaped)
      effects.consume(escaped)
      return inside
    }
  }
  const lineEnd: State = (code) => {
    if (code === null || (isBlank && lines > 1) || lines === MOST_LINES) return refuse(code)
    // a paragraph ends only for a delimiter on a line of its own
    if (interrupt) return isBlank ? accept(code) : refuse(code)
    isBlank = true
    lines += 1
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return (next) => (parser.lazy[currentLine()] ? refuse(next) : lineStart(next))
  }
  const closed: State = (code) => {
    if (isSpace(code) && code !== null) {
      effects.enter('whitespace')
      effects.consume(code)
      effects.exit('whitespace')
      return closed
    }
    if (!isLineEnd(code) || !isFormula) return refuse(code)
    effects.exit('mathFlow')
    return accept(code)
  }
  return start
}

/** micromark's codes for line ends are below -2. */
function isLineEnd(code: Code): boolean {
  return code === null || code < -2
}

/** A space, or a tab, which micromark encodes as codes of its own. */
function isSpace(code: Code): boolean {
  return code === 32 || code === -1 || code === -2
}

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57
}
