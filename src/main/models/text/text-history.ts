import type { JsonObject } from '../../../shared/lib/json'
import type { ModelContent } from '../../../shared/protocol/model-contents'
import type { UIMessage } from '../../../shared/protocol/ui-message'

/** The response to a call as the model receives it. `picture`: the picture in the result, as JPEG. */
export interface CallAnswer {
  readonly response: JsonObject
  readonly picture?: Uint8Array | undefined
}

/** The input for building a request: the thread and related facts. */
export interface TextHistory {
  /** The current thread in reading order, including the input to answer. */
  readonly messages: readonly UIMessage[]
  /** A text model's contents for a message, verbatim; undefined for other messages (spoken, imported). */
  contentsOf(messageId: string): readonly ModelContent[] | undefined
  /** The exact response to a call in this run, by Parley's id; undefined if only the thread has it. */
  answerOf(toolCallId: string): CallAnswer | undefined
  /** The arguments that ran, if the user changed them; otherwise null. */
  editedInputOf(toolCallId: string): JsonObject | null
}
