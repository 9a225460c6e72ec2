import type { Plugin } from 'unified'

/** The few types of micromark that one construct needs: a state takes a character code and returns the next state. */
type Code = number | null
type State = (code: Code) => State | undefined
interface Effects {
  enter(type: string): void
  exit(type: string): void
  consume(code: Code): void
}

const DOLLAR = 36
const BACKSLASH = 92

/**
 * Math between single dollars that touch the formula and are not followed by a word: `$x^2$` is math, while `from $5 to
 * $10` is money and `$HOME/bin:$PATH` names variables. A letter may follow a formula of one character (`$n$th`).
 * `remark-math` handles double dollars and makes the nodes.
 */
export const dollarMath: Plugin = function () {
  const data = this.data() as { micromarkExtensions?: unknown[] }
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({ text: { [DOLLAR]: { name: 'dollarMath', tokenize, previous } } })
}

/** A dollar right after another one, or after a word, opens no formula. */
function previous(code: Code): boolean {
  return code !== DOLLAR && code !== BACKSLASH && !isWordCharacter(code)
}

function tokenize(effects: Effects, accept: State, refuse: State): State {
  let last: Code = null
  let length = 0

  const opening: State = (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    effects.consume(code)
    effects.exit('mathTextSequence')
    return first
  }
  const first: State = (code) => {
    if (code === DOLLAR || isSpace(code)) return refuse(code)
    effects.enter('mathTextData')
    return inside(code)
  }
  const inside: State = (code) => {
    if (code === null || code < 0 || code === 10 || code === 13) return refuse(code)
    if (code === DOLLAR && last !== BACKSLASH) {
      if (isSpace(last)) return refuse(code)
      effects.exit('mathTextData')
      effects.enter('mathTextSequence')
      effects.consume(code)
      effects.exit('mathTextSequence')
      return after
    }
    // an escaped backslash escapes nothing
    last = code === BACKSLASH && last === BACKSLASH ? null : code
    length += 1
    effects.consume(code)
    return inside
  }
  const after: State = (code) => {
    if (code === DOLLAR || isDigit(code) || (length > 1 && isWordCharacter(code))) return refuse(code)
    effects.exit('mathText')
    return accept(code)
  }
  return opening
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32
}

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57
}

function isWordCharacter(code: Code): boolean {
  return isDigit(code) || (code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)))
}
