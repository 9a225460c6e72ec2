import type { JsonValue } from './json'
import { isJsonList, isJsonObject } from './json-value'

/** Whether two values are the same JSON, whatever the order of the keys. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  if (isJsonList(one)) {
    return isJsonList(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index] ?? null))
  }
  if (!isJsonObject(one)) return one === other
  if (!isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name] ?? null, other[name] ?? null))
  )
}
