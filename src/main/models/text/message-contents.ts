import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonObject, withoutKey } from '../../../shared/lib/json-value'
import type { ModelContent } from '../../../shared/protocol/model-contents'
import type { ToolPart, UIMessage, UIPart } from '../../../shared/protocol/ui-message'
import { callResponse } from './call-response'
import { isFilePart } from './file-parts'
import type { CallAnswer, TextHistory } from './text-history'
import type { HistoryForm } from './text-machine'

/** The parts of a message by step, as its model contents count them: entry 0 is step 1 and includes everything before it. */
export function stepsOfMessage({ parts }: UIMessage): readonly (readonly UIPart[])[] {
  const steps: UIPart[][] = []
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else if (steps.length === 0) steps.push([part])
    else steps.at(-1)?.push(part)
  }
  return steps
}

/** The calls in one step, in the model's order. */
export function callsOf(parts: readonly UIPart[]): readonly ToolPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool')
}

/** One content of a request in its wire form. */
export interface WireContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly JsonObject[]
}

/** Facts about calls that the thread does not contain. */
type CallFacts = Pick<TextHistory, 'answerOf' | 'editedInputOf'>

/**
 * An answer of a text model as contents: its parts unchanged, each step with calls followed by their responses in the same order.
 * `steps`: how many of its steps to include.
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
      const sendable = parts.filter(isJsonObject).map((part) => (form === 'unsigned' ? unsigned(part) : part))
      const said = sendable.filter((part) => !saysNothing(part) && !isDraft(part))
      if (said.length === 0) return []
      const answers = responses(said, callsOf(shown[step - 1] ?? []), history)
      return [{ role: 'model', parts: said }, ...(answers.length === 0 ? [] : [{ role: 'user', parts: answers } as const])]
    })
}

/** One response for each call of the step, in order; their pictures follow after all responses. */
function responses(parts: readonly JsonObject[], calls: readonly ToolPart[], { answerOf, editedInputOf }: CallFacts) {
  const left = [...calls]
  const pictures: JsonObject[] = []
  const answers = parts.flatMap((part): readonly JsonObject[] => {
    const call = functionCallOf(part)
    if (call === null) return []
    // the thread's calls are in the model's order; a call that was delivered twice appears once
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

/** A function call and its own id; null if none was received, because then none may be sent back (live-spec §5). */
function functionCallOf(part: JsonObject): { readonly name: string; readonly id: string | null } | null {
  const call = part.functionCall ?? part.function_call
  if (!isJsonObject(call) || typeof call.name !== 'string') return null
  return { name: call.name, id: typeof call.id === 'string' && call.id !== '' ? call.id : null }
}

function unsigned(part: JsonObject): JsonObject {
  return withoutKey(withoutKey(part, 'thoughtSignature'), 'thought_signature')
}

/** Empty text without a signature is no content, and the service refuses contents that are empty. */
function saysNothing(part: JsonObject): boolean {
  const isSigned = part.thoughtSignature !== undefined || part.thought_signature !== undefined
  return !isSigned && Object.keys(part).every((key) => (key === 'text' ? part.text === '' : key === 'thought'))
}

/** A picture that the model made while thinking: it is no answer, not signed, and large. */
function isDraft(part: JsonObject): boolean {
  return part.thought === true && isFilePart(part)
}

function pictureOf(jpeg: Uint8Array): JsonObject {
  return { inlineData: { mimeType: 'image/jpeg', data: base64(jpeg) } satisfies Record<string, JsonValue> }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
