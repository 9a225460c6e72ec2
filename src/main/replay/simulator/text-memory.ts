import { canonicalJson } from '../../../shared/lib/canonical-json'
import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'

/** A function call as the service made it. */
export interface RememberedCall {
  readonly name: string
  readonly id: string | undefined
  readonly args: string
  readonly signature: string | undefined
}

/** What the service has said in answers of the text protocol, by which it knows what clients send back. */
export class TextMemory {
  private readonly calls: RememberedCall[] = []
  private readonly signatures = new Set<string>()

  /** Notes one chunk of an answer. */
  sent(frame: JsonObject): void {
    for (const part of partsOfFrame(frame)) {
      const call = callOfPart(part)
      if (call !== null) this.calls.push(call)
      if (typeof part.thoughtSignature === 'string') this.signatures.add(part.thoughtSignature)
    }
  }

  gaveSignature(signature: string): boolean {
    return this.signatures.has(signature)
  }

  gaveId(id: string): boolean {
    return this.calls.some((call) => call.id === id)
  }

  /** The call that a client sends back: the newest one with its name and arguments. */
  find({ name, args }: RememberedCall): RememberedCall | undefined {
    return this.calls.findLast((call) => call.name === name && call.args === args)
  }
}

/** The function call in a part; null where there is none. */
export function callOfPart(part: JsonObject): RememberedCall | null {
  const call = part.functionCall
  if (!isJsonObject(call) || typeof call.name !== 'string') return null
  return {
    name: call.name,
    id: typeof call.id === 'string' ? call.id : undefined,
    args: canonicalJson(call.args ?? {}),
    signature: typeof part.thoughtSignature === 'string' ? part.thoughtSignature : undefined,
  }
}

function partsOfFrame(frame: JsonObject): readonly JsonObject[] {
  return objectsOf(frame.candidates).flatMap(({ content }) => (isJsonObject(content) ? objectsOf(content.parts) : []))
}

/** The objects of a list; anything else is an empty one. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonList(value) ? value.filter(isJsonObject) : []
}
