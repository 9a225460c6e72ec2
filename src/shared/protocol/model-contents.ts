import type { JsonObject, JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import { isJsonObject } from './gemini'

/** What the model said in one step, as it has to be sent back: parts in order, signatures, ids only where received. */
export interface ModelContent {
  readonly role: 'model'
  /** Number of the step in its message, from 1: the content belongs to the parts behind the nth `step-start`. */
  readonly step: number
  readonly parts: readonly JsonValue[]
}

interface Growing {
  readonly step: number
  readonly parts: JsonValue[]
}

/** Keeps the model's parts of one message verbatim. Unsigned text that streams in pieces is one part; a signed part is never merged. */
export class ModelContents {
  readonly #contents: Growing[] = []

  add(step: number, raw: unknown): void {
    const part = toPlainJson(raw)
    const last = this.#contents.at(-1)
    if (last === undefined || last.step !== step) {
      this.#contents.push({ step, parts: [part] })
      return
    }
    const joined = join(last.parts.at(-1), part)
    if (joined === null) last.parts.push(part)
    else last.parts[last.parts.length - 1] = joined
  }

  list(): readonly ModelContent[] {
    return this.#contents.map(({ step, parts }) => ({ role: 'model', step, parts: [...parts] }))
  }
}

function join(left: JsonValue | undefined, right: JsonValue): JsonObject | null {
  if (left === undefined || !isPlainText(left) || !isPlainText(right)) return null
  if ((left.thought === true) !== (right.thought === true)) return null
  return { ...left, text: `${left.text}${right.text}` }
}

function isPlainText(part: JsonValue): part is { readonly text: string; readonly thought?: JsonValue } {
  return isJsonObject(part) && typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
}
