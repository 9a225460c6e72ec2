import type { JsonObject } from '../lib/json'
import type { ProviderMetadata } from './chunks'

/** A call of the model, as the message needs it. */
export interface NewCall {
  readonly name: string
  readonly input: JsonObject
  readonly modelCallId: string | null
  readonly signature: string | null
  /** What its tool answers first is no result yet. */
  readonly longRunning: boolean
}

/** What has to be sent back with a call: the model's own id, only if it sent one, and its signature. */
export function callMetadata({ modelCallId, signature }: NewCall): { readonly providerMetadata?: ProviderMetadata } {
  if (modelCallId === null && signature === null) return {}
  return {
    providerMetadata: {
      google: { ...(modelCallId === null ? {} : { callId: modelCallId }), ...(signature === null ? {} : { thoughtSignature: signature }) },
    },
  }
}
