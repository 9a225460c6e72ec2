import { largestCount } from '../../../shared/tools/plain-pattern'

/** An escape, a class, the beginning of a group with what follows its question mark, or any other character. */
const TOKEN = /\\[0-7]{2,3}|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\\\]])*\]|\(\?(?:P?<\w+>|[imsU]*(?:-[imsU]+)?[:)])|\(\?|./gsu
const LETTERS = /^\\[dDsSwWbBAzCQEpPxaftnrv]$/
const LARGEST_COUNT = 1000

/**
 * Whether RE2 compiles a pattern: no look-around, no references back, no escape that it does not know, no count above 1,000
 * (github.com/google/re2/wiki/Syntax). That the service reads patterns with RE2 is inferred; it documents "a regular expression"
 * (genai.d.ts `Schema.pattern`).
 */
export function compilesInRe2(pattern: string): boolean {
  const tokens = [...pattern.matchAll(TOKEN)].map(([text]) => text)
  if (tokens.includes('(?') || !tokens.every(isKnown)) return false
  return largestCount(pattern) <= LARGEST_COUNT && isBalanced(tokens)
}

/** Escaped letters and digits mean something each; all other characters of ASCII may be escaped. */
function isKnown(token: string): boolean {
  const escapes = token.startsWith('[') ? (token.match(/\\[0-7]{2,3}|\\./gsu) ?? []) : token.startsWith('\\') ? [token] : []
  return escapes.every((one) => LETTERS.test(one) || /^\\[0-7]{2,3}$/.test(one) || /^\\0$|^\\[^\w\u0080-\u{10ffff}]$/u.test(one))
}

/** Brackets and repetitions are checked by JavaScript, which has the same ones; what is RE2's alone is put into its words. */
function isBalanced(tokens: readonly string[]): boolean {
  const groups = tokens.map((token) => {
    if (/^\(\?[imsU-]+\)$/.test(token)) return '(?:)'
    return token.startsWith('(?') ? token.replace('(?P<', '(?<').replace(/^\(\?[imsU-]+:/, '(?:') : token
  })
  try {
    new RegExp(groups.join(''))
    return true
  } catch {
    return false
  }
}
