const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Every digit of the number, in groups of three; exponents are unchanged. */
export function numberText(value: number): string {
  const text = String(value)
  const match = /^(-?\d+)(\.\d+)?$/.exec(text)
  if (match === null) return text
  return `${(match[1] ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${match[2] ?? ''}`
}

/**
 * Parses a typed number: `48600`, `48,600`, `4.5e3`, also in full-width digits. Null for anything else, for groups not
 * of three digits, and for integers too large to be exact.
 */
export function readNumber(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  if (!GROUPED.test(text) && !PLAIN.test(text)) return null
  const value = Number(text.replaceAll(',', ''))
  if (!Number.isFinite(value)) return null
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value
}
