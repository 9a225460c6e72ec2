const BASE = 36
const FIRST_CODE = 128
const FIRST_BIAS = 72

/** Decodes one label of a host name after its `xn--` (RFC 3492, section 6.2). Null if it is not punycode. */
export function decodePunycode(encoded: string): string | null {
  const basicEnd = Math.max(0, encoded.lastIndexOf('-'))
  const output = [...encoded.slice(0, basicEnd)].map((character) => character.charCodeAt(0))
  if (output.some((code) => code >= FIRST_CODE)) return null
  let code = FIRST_CODE
  let index = 0
  let bias = FIRST_BIAS
  let at = basicEnd === 0 ? 0 : basicEnd + 1
  while (at < encoded.length) {
    const begin = index
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(at++))
      if (digit === null) return null
      index += digit * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > Number.MAX_SAFE_INTEGER || index > Number.MAX_SAFE_INTEGER) return null
    }
    const length = output.length + 1
    bias = adapt(index - begin, length, begin === 0)
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    output.splice(index++, 0, code)
  }
  return String.fromCodePoint(...output)
}

/** Null if it is not a base-36 digit, also past the end of the text. */
function digitOf(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 48 && code <= 57) return code - 48 + 26
  return null
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2))
  rest += Math.floor(rest / length)
  let k = 0
  while (rest > 455) {
    rest = Math.floor(rest / 35)
    k += BASE
  }
  return k + Math.floor((36 * rest) / (rest + 38))
}
