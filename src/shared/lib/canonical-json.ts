import type { JsonValue } from './json'
import { isJsonList } from './json-value'

/**
 * The canonical text of a JSON value: no white space, object keys in the order of their UTF-16 code units, numbers and
 * strings as `JSON.stringify` writes them. Equal values give equal texts, whatever the order of their keys. Throws a
 * `TypeError` on a number without a JSON form, so that it can't pass as `null`.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no text for a number that is not finite')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
