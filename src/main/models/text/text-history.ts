import type { JsonObject } from '../../../shared/lib/json'
import type { ModelContent } from '../../../shared/protocol/model-contents'
import type { UIMessage } from '../../../shared/protocol/ui-message'

/** The answer to a call as the model is given it. `picture`: what it shows, as JPEG. */
export interface CallAnswer {
  readonly response: JsonObject
  readonly picture?: Uint8Array | undefined
}

/** What a request is made of: the thread, and what is known beside it. */
export interface TextHistory {
  /** The thread as it stands, in reading order, with the words that are to be answered. */
  readonly messages: readonly UIMessage[]
  /** What a text model said in a message, verbatim; undefined for messages of other kinds (spoken ones, imported ones). */
  contentsOf(messageId: string): readonly ModelContent[] | undefined
  /** The exact answer that a call got in this run, by our id; undefined where only the thread knows of it. */
  answerOf(toolCallId: string): CallAnswer | undefined
  /** The arguments that a call ran with where the user changed them; null where nobody did. */
  editedInputOf(toolCallId: string): JsonObject | null
}
