import type { Choices } from './choices'

const KEYS = [
  'text',
  'id',
  'name',
  'args',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'a.b',
  '',
  'thoughtSignature',
  '日本',
] as const
const NUMBERS = [0, -0, 1, -1, 0.5, 2 ** 53, 1e308, -1e308, Number.POSITIVE_INFINITY, Number.NaN, 4294967296] as const
const TEXTS = [
  '',
  ' ',
  'x',
  'true',
  'null',
  '\u0000',
  '\u202E',
  '\uD83D',
  '\uDC4D',
  '👩‍👩‍👧‍👦',
  '{"a":1}',
  'data:x',
  '<b>',
  'a'.repeat(5000),
] as const

/** An object with own keys, including `__proto__`, as `JSON.parse` makes it. */
export function ownObject(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}

/** Any value that a JSON reader can return, and some that it can't. */
export function anything(choices: Choices, depth = 0): unknown {
  const kind = choices.below(depth > 3 ? 4 : 8)
  switch (kind) {
    case 0:
      return choices.of(null, true, false, undefined)
    case 1:
      return choices.of(...NUMBERS)
    case 2:
    case 3:
      return choices.of(...TEXTS)
    case 4:
      return choices.some(3, () => anything(choices, depth + 1))
    case 5:
      return choices.once(8) ? nested(400) : {}
    default:
      return ownObject(choices.some(3, () => [choices.of(...KEYS), anything(choices, depth + 1)] as const))
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** A damaged copy of a frame: a value of another type, a missing key, another spelling, an attacking key. */
export function damaged(choices: Choices, frame: unknown): unknown {
  if (Array.isArray(frame)) {
    if (frame.length === 0 || choices.once(6)) return anything(choices)
    const at = choices.below(frame.length)
    return frame.map((item, index) => (index === at ? damaged(choices, item) : item))
  }
  if (typeof frame !== 'object' || frame === null || choices.once(8)) return anything(choices)
  const entries = Object.entries(frame)
  if (entries.length === 0) return anything(choices)
  const at = choices.below(entries.length)
  const changed = entries.flatMap(([key, value], index): readonly (readonly [string, unknown])[] => {
    if (index !== at) return [[key, value]]
    switch (choices.below(6)) {
      case 0:
        return []
      case 1:
        return [[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]]
      case 2:
        return [
          [key, value],
          [choices.of(...KEYS), anything(choices)],
        ]
      default:
        return [[key, damaged(choices, value)]]
    }
  })
  return ownObject(changed)
}
