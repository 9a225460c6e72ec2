import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonObject, withoutKey } from '../../../shared/lib/json-value'
import type { ModelContent } from '../../../shared/protocol/model-contents'
import type { ToolPart, UIMessage, UIPart } from '../../../shared/protocol/ui-message'
import { callResponse } from './call-response'
import { isFilePart } from './file-parts'
import type { CallAnswer, TextHistory } from './text-history'
import type { HistoryForm } from './text-machine'

/** The parts of a message by step, as its model contents count them: entry 0 is step 1. What stands before the first step belongs to it. */
export function stepsOfMessage({ parts }: UIMessage): readonly (readonly UIPart[])[] {
  const steps: UIPart[][] = []
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else if (steps.length === 0) steps.push([part])
    else steps.at(-1)?.push(part)
  }
  return steps
}

/** The calls among the parts of one step, in the order in which the model made them. */
export function callsOf(parts: readonly UIPart[]): readonly ToolPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool')
}

/** One content of a request, as the wire has it. */
export interface WireContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly JsonObject[]
}

/** What is known of calls beside the thread. */
type CallFacts = Pick<TextHistory, 'answerOf' | 'editedInputOf'>

/**
 * An answer of a text model as contents: its parts as they came, each step with calls followed by what came of them, in the
 * order of the calls. `steps`: how many of its steps are told.
 */
export function answerContents(
  message: UIMessage,
  contents: readonly ModelContent[],
  form: Exclude<HistoryForm, 'words'>,
  history: CallFacts,
  steps = Number.POSITIVE_INFINITY,
): readonly WireContent[] {
  const shown = stepsOfMessage(message)
  return contents
    .filter(({ step }) => step <= Math.min(steps, shown.length))
    .flatMap(({ step, parts }): readonly WireContent[] => {
      const told = parts.filter(isJsonObject).map((part) => (form === 'unsigned' ? unsigned(part) : part))
      const said = told.filter((part) => !saysNothing(part) && !isDraft(part))
      if (said.length === 0) return []
      const answers = responses(said, callsOf(shown[step - 1] ?? []), history)
      return [{ role: 'model', parts: said }, ...(answers.length === 0 ? [] : [{ role: 'user', parts: answers } as const])]
    })
}

/** One response for each call of the step, in their order; the pictures that belong to them stand behind all responses. */
function responses(parts: readonly JsonObject[], calls: readonly ToolPart[], { answerOf, editedInputOf }: CallFacts) {
  const left = [...calls]
  const pictures: JsonObject[] = []
  const answers = parts.flatMap((part): readonly JsonObject[] => {
    const call = functionCallOf(part)
    if (call === null) return []
    // the calls of the thread stand in the order of the model; one that was delivered twice stands there once
    const index = left.findIndex(({ toolName }) => toolName === call.name)
    const [known] = index < 0 ? [] : left.splice(index, 1)
    const answer = known === undefined ? undefined : answerOf(known.toolCallId)
    if (answer?.picture !== undefined) pictures.push(pictureOf(answer.picture))
    const functionResponse = {
      ...(call.id !== null && { id: call.id }),
      name: call.name,
      response: responseOf(known, answer, editedInputOf),
    }
    return [{ functionResponse }]
  })
  return [...answers, ...pictures]
}

function responseOf(known: ToolPart | undefined, answer: CallAnswer | undefined, editedInputOf: CallFacts['editedInputOf']): JsonObject {
  if (answer !== undefined) return answer.response
  return known === undefined
    ? { status: 'withdrawn', message: 'This call was delivered twice; the other one has the result.' }
    : callResponse(known, editedInputOf(known.toolCallId))
}

/** A function call and its own id, which is null where none was received: then none may be sent back (live-spec §5). */
function functionCallOf(part: JsonObject): { readonly name: string; readonly id: string | null } | null {
  const call = part.functionCall ?? part.function_call
  if (!isJsonObject(call) || typeof call.name !== 'string') return null
  return { name: call.name, id: typeof call.id === 'string' && call.id !== '' ? call.id : null }
}

function unsigned(part: JsonObject): JsonObject {
  return withoutKey(withoutKey(part, 'thoughtSignature'), 'thought_signature')
}

/** Empty text without a signature carries nothing, and the service takes no content that says nothing. */
function saysNothing(part: JsonObject): boolean {
  const isSigned = part.thoughtSignature !== undefined || part.thought_signature !== undefined
  return !isSigned && Object.keys(part).every((key) => (key === 'text' ? part.text === '' : key === 'thought'))
}

/** A picture that the model made while it was thinking: no answer, not signed, and large. */
function isDraft(part: JsonObject): boolean {
  return part.thought === true && isFilePart(part)
}

function pictureOf(jpeg: Uint8Array): JsonObject {
  return { inlineData: { mimeType: 'image/jpeg', data: base64(jpeg) } satisfies Record<string, JsonValue> }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
