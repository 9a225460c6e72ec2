import type { JsonObject } from '../lib/json'
import { sameJson } from '../lib/same-json'
import type { Chunk, ProviderMetadata } from './chunks'

/** The facts of a call for the message. */
export interface NewCall {
  readonly name: string
  readonly input: JsonObject
  readonly modelCallId: string | null
  readonly signature: string | null
  /** The first response of its tool is not the result. */
  readonly longRunning: boolean
}

/** What repeated deliveries of one call have in common. */
export type Delivery = Pick<NewCall, 'modelCallId' | 'name' | 'input'>

/** Whether two deliveries are of one call: the same id, tool and arguments, whatever the order of their keys. */
export function isSameDelivery(one: Delivery, other: Delivery): boolean {
  return one.modelCallId === other.modelCallId && one.name === other.name && sameJson(one.input, other.input)
}

/** The beginning of a call that may still get its signature. */
export function callStart(toolCallId: string, { name: toolName }: NewCall): Chunk {
  return { type: 'tool-input-start', toolCallId, toolName, dynamic: true }
}

/** The completion of a begun call. */
export function wholeCall(toolCallId: string, call: NewCall): Chunk {
  const providerMetadata = callMetadata(call)
  const whole = { type: 'tool-input-available', toolCallId, toolName: call.name, input: call.input, dynamic: true } as const
  return providerMetadata === undefined ? whole : { ...whole, providerMetadata }
}

/** A call in the stream: begun and completed at once. */
export function callChunks(toolCallId: string, call: NewCall): readonly Chunk[] {
  const { name: toolName, input } = call
  const providerMetadata = callMetadata(call)
  // written out: a spread for the metadata makes them much slower
  return providerMetadata === undefined
    ? [
        { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
        { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true },
      ]
    : [
        { type: 'tool-input-start', toolCallId, toolName, dynamic: true, providerMetadata },
        { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true, providerMetadata },
      ]
}

/** The facts of a call that have to be sent back: the model's own id, only if it sent one, and its signature. */
function callMetadata({ modelCallId, signature }: NewCall): ProviderMetadata | undefined {
  if (modelCallId === null && signature === null) return undefined
  if (signature === null) return { google: { callId: modelCallId } }
  return { google: modelCallId === null ? { thoughtSignature: signature } : { callId: modelCallId, thoughtSignature: signature } }
}
