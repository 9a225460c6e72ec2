import type { JsonObject } from '../lib/json'
import type { TakenUpCall } from './converter-input'
import type { NewCall } from './new-call'

/** A call without a result. `toolCallId` is ours, `modelCallId` the model's own id: it may be missing or repeated. */
export interface OpenCall {
  readonly toolCallId: string
  readonly messageId: string
  readonly turnId: string
  readonly name: string
  readonly input: JsonObject
  readonly modelCallId: string | null
  /** The first response of its tool is not the result. */
  readonly longRunning: boolean
}

/** An open call and its place in the stream. */
export interface CallRecord extends OpenCall {
  readonly response: number
  readonly step: number
  /** Its approval, or null. */
  readonly approvalId: string | null
  /** It has a preliminary result: it runs, and can no longer be approved or denied. */
  readonly progressed: boolean
  /** The approval was granted, and stays in the message: a later denial can only be written as an error. */
  readonly approved: boolean
}

/** The place of a call in its message. */
export type CallPlace = Pick<CallRecord, 'turnId' | 'messageId' | 'response' | 'step'>

/** A call as the model made it. */
export function newRecord({ turnId, messageId, response, step }: CallPlace, toolCallId: string, call: NewCall): CallRecord {
  // written out: a spread makes calls a tenth slower
  return {
    toolCallId,
    messageId,
    turnId,
    name: call.name,
    input: call.input,
    modelCallId: call.modelCallId,
    response,
    step,
    longRunning: call.longRunning,
    approvalId: null,
    progressed: false,
    approved: false,
  }
}

/** A call from an earlier run of the app; the model's own id of it is gone with the session. */
export function takenUpRecord({ toolCallId, turnId, messageId, name, input, approvalId, approved, steps }: TakenUpCall): CallRecord {
  const facts = { toolCallId, turnId, messageId, name, input, modelCallId: null, longRunning: false }
  return { ...facts, response: 1, step: steps, approvalId, progressed: false, approved }
}
