import type { JsonObject } from '../lib/json'
import type { TakenUpCall } from './converter-input'
import type { NewCall } from './new-call'

/** A call that has no answer yet. `toolCallId` is ours, `modelCallId` the model's own id: it may be missing or repeated. */
export interface OpenCall {
  readonly toolCallId: string
  readonly messageId: string
  readonly turnId: string
  readonly name: string
  readonly input: JsonObject
  readonly modelCallId: string | null
  /** What its tool answers first is no result yet. */
  readonly longRunning: boolean
}

/** An open call and its place in the stream. */
export interface CallRecord extends OpenCall {
  readonly response: number
  readonly step: number
  /** The question the user was asked about it, or null. */
  readonly approvalId: string | null
  /** It was told how far the call is: from then on it runs, and nobody can be asked about it or refuse it any more. */
  readonly progressed: boolean
  /** The question was answered with yes, which stays in the message: a later no can only be told as an error. */
  readonly approved: boolean
}

/** Where in its message a call stands. */
export type CallPlace = Pick<CallRecord, 'turnId' | 'messageId' | 'response' | 'step'>

/** A call as the model made it. */
export function newRecord({ turnId, messageId, response, step }: CallPlace, toolCallId: string, call: NewCall): CallRecord {
  // named one by one: a spread makes calls a tenth slower
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

/** A call of an earlier run of the app; the model's own id of it is gone with the session. */
export function takenUpRecord({ toolCallId, turnId, messageId, name, input, approvalId, approved, steps }: TakenUpCall): CallRecord {
  const facts = { toolCallId, turnId, messageId, name, input, modelCallId: null, longRunning: false }
  return { ...facts, response: 1, step: steps, approvalId, progressed: false, approved }
}
