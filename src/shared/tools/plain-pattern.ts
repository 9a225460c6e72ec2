import type { JsonValue } from '../lib/json'

const LONGEST_PATTERN = 200
/** RE2 accepts no larger count, and no nested counts with a larger product (github.com/google/re2/wiki/Syntax). */
const LARGEST_COUNT = 1000

/** A token of a pattern: an escape, a class, the beginning or the end of a group, a count, or any other character. */
const TOKEN = /\\.|\[(?:\\.|[^\\\]])*\]|\(\?:|\(\?|[()]|\{\d+(?:,\d*)?\}|./gsu
/**
 * Escapes with the same meaning in JavaScript and in RE2. `\s` is not among them: JavaScript includes more white space.
 */
const OUTSIDE_CLASS = /^\\[dDwWbBtnrfv^$\\.*+?()[\]{}|/]$/
const INSIDE_CLASS = /^\\[dDwWtnrfv^$\\.*+?()[\]{}|/-]$/

/**
 * Whether a pattern compiles and has the same meaning in JavaScript, which validates arguments, and in RE2, which the
 * service uses: no look-around, no back-references, no class that only one of them knows, bounded counts.
 */
export function isPlainPattern(pattern: JsonValue | undefined): pattern is string {
  if (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN || /\p{Surrogate}/u.test(pattern)) return false
  return compiles(pattern) && hasPlainTokens(pattern) && largestCount(pattern) <= LARGEST_COUNT
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

function hasPlainTokens(pattern: string): boolean {
  return tokensOf(pattern).every(({ text }) => {
    if (text === '(?') return false
    if (text.startsWith('\\')) return OUTSIDE_CLASS.test(text)
    return !text.startsWith('[') || isPlainClass(text)
  })
}

/** An empty class and POSIX named classes have different meanings; nested classes are not supported. */
function isPlainClass(text: string): boolean {
  const inside = text.slice(text.startsWith('[^') ? 2 : 1, -1)
  return inside !== '' && !/\[[:.=]/.test(inside) && (inside.match(/\\./gu) ?? []).every((escaped) => INSIDE_CLASS.test(escaped))
}

/** The largest count that the counts of nested groups multiply to. */
export function largestCount(pattern: string): number {
  const groups: number[] = []
  let largest = 1
  let inner = 1
  let last = 1
  for (const { text, most } of tokensOf(pattern)) {
    if (text.startsWith('{')) {
      largest = Math.max(largest, last * most)
      inner = Math.max(inner, last * most)
    } else if (text === ')') {
      last = inner
      inner = Math.max(groups.pop() ?? 1, inner)
    } else {
      if (text.startsWith('(')) {
        groups.push(inner)
        inner = 1
      }
      last = 1
    }
  }
  return largest
}

function tokensOf(pattern: string): readonly { readonly text: string; readonly most: number }[] {
  return [...pattern.matchAll(TOKEN)].map(([text]) => {
    const counts = text.startsWith('{') ? (text.match(/\d+/g) ?? []).map(Number) : []
    return { text, most: Math.max(1, ...counts) }
  })
}
