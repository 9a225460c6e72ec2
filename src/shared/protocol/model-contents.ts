import type { JsonValue } from '../lib/json'
import { asPlainJson } from '../lib/plain-json'
import { wellFormed } from '../lib/well-formed'
import { isFields } from './gemini'
import { readPart } from './gemini-part'
import { type Delivery, isSameDelivery } from './new-call'

/** The model's content of one step, as it has to be sent back: parts in order, signatures, ids only if received. */
export interface ModelContent {
  readonly role: 'model'
  /** Number of the step in its message, from 1: the content belongs to the parts after the nth `step-start`. */
  readonly step: number
  readonly parts: readonly JsonValue[]
}

/** Unsigned text that may still grow. */
interface TextRun {
  text: string
  readonly thought: boolean
}

interface Growing {
  readonly step: number
  readonly parts: (TextRun | { readonly whole: JsonValue })[]
}

/**
 * Stores the model's parts of one message verbatim. Unsigned text that streams in pieces is one part; a signed part is
 * never merged.
 */
export class ModelContents {
  readonly #contents: Growing[] = []

  add(step: number, raw: unknown): void {
    let content = this.#contents.at(-1)
    if (content === undefined || content.step !== step) {
      content = { step, parts: [] }
      this.#contents.push(content)
    }
    const run = textRunOf(raw)
    const last = content.parts.at(-1)
    if (run === null) content.parts.push({ whole: asPlainJson(raw) })
    else if (last !== undefined && 'text' in last && last.thought === run.thought) last.text += run.text
    else content.parts.push(run)
  }

  /** Replaces a call without a signature by the same call with one. */
  signCall(call: Delivery, raw: unknown): void {
    const content = this.#contents.findLast(({ parts }) => parts.some((part) => isUnsignedCall(part, call)))
    const place = content?.parts.findIndex((part) => isUnsignedCall(part, call)) ?? -1
    if (content !== undefined && place >= 0) content.parts[place] = { whole: asPlainJson(raw) }
  }

  list(): readonly ModelContent[] {
    return this.#contents.map(({ step, parts }) => ({ role: 'model', step, parts: parts.map(partOf) }))
  }
}

function textRunOf(raw: unknown): TextRun | null {
  if (!isFields(raw) || typeof raw.text !== 'string') return null
  for (const key in raw) if (key !== 'text' && key !== 'thought') return null
  return { text: raw.text, thought: raw.thought === true }
}

function isUnsignedCall(part: Growing['parts'][number], call: Delivery): boolean {
  if (!('whole' in part)) return false
  const read = readPart(part.whole)
  return read.kind === 'call' && read.signature === null && isSameDelivery(read, call)
}

function partOf(part: Growing['parts'][number]): JsonValue {
  if ('whole' in part) return part.whole
  const text = wellFormed(part.text)
  return part.thought ? { text, thought: true } : { text }
}
