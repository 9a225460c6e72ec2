import type { JsonObject } from '../lib/json'

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
