import { attachmentIdOf } from '../../../shared/attachments/attachment'
import type { JsonObject } from '../../../shared/lib/json'
import { isJsonObject } from '../../../shared/lib/json-value'
import type { ModelContent } from '../../../shared/protocol/model-contents'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import { threadHistory } from '../thread-history'
import { isSettled } from './call-response'
import { fileMark, isFilePart } from './file-parts'
import { answerContents, callsOf, stepsOfMessage, type WireContent } from './message-contents'
import type { TextHistory } from './text-history'
import type { HistoryForm } from './text-machine'

/**
 * The newest contents that fit into this many characters, cut only before user input, so that no answer is separated from its question
 * and no result from its call. Everything after the user's last input is kept, however long it is.
 */
export function trimContents(contents: readonly WireContent[], characters: number): readonly WireContent[] {
  let left = characters
  let first = contents.length
  for (let index = contents.length - 1; index >= 0 && left >= 0; index -= 1) {
    const content = contents[index]
    if (content === undefined) break
    left -= JSON.stringify(content.parts).length
    const isNewest = first === contents.length
    if (isWordsOfUser(content) && (left >= 0 || isNewest)) first = index
    // contents after the newest input always stay with it
    if (first === contents.length) left = Math.max(left, 0)
  }
  return first === contents.length ? contents : contents.slice(first)
}

function isWordsOfUser({ role, parts }: WireContent): boolean {
  return role === 'user' && parts.every((part) => part.functionResponse === undefined)
}

/** Options for building a request from the thread. */
export interface ContentsChoice {
  readonly form: HistoryForm
  /** The limit in characters, as long as the newest input fits. */
  readonly characters: number
  /** For an image model: it accepts no calls, and its own pictures only with their signature. */
  readonly forPictures: boolean
  /** Sent if no user input is left to answer, because a request never ends with the model's own content. */
  readonly nudge: string
}

/** Sent to a model that must answer again although the last content is its own. */
export const goOn = 'Go on from here.'
export const callsEnded = 'A call that you were waiting for has ended meanwhile: its result stands above. Tell the user what came of it.'

/**
 * The conversation as `contents` of a request (live-spec §5, ui-protocols §7): answers of text models verbatim with every call
 * followed by its response, everything else as text, the oldest left out if there is too much.
 */
export function textContents(history: TextHistory, { form, characters, forPictures, nudge }: ContentsChoice): readonly WireContent[] {
  const messages = withoutBlocked(history.messages)
  const contents = messages.flatMap((message, index) => {
    const sent = contentsOfMessage(message, messages[index + 1], history, { form, forPictures })
    return forPictures ? sent.flatMap(withUnsignedPicturesBehind) : sent
  })
  const kept = trimContents(joined(contents), characters)
  return kept.at(-1)?.role === 'user' ? kept : [...kept, { role: 'user', parts: [{ text: nudge }] }]
}

/** The thread at the time when the user's last input, or the calls after it, were still unanswered. */
export function unanswered(messages: readonly UIMessage[]): readonly UIMessage[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return messages.flatMap((message, index) => {
    if (index <= asked || message.role !== 'assistant') return [message]
    const steps = settledSteps(message)
    return steps === 0 ? [] : [untilStep(message, steps)]
  })
}

function contentsOfMessage(
  message: UIMessage,
  next: UIMessage | undefined,
  history: TextHistory,
  { form, forPictures }: Pick<ContentsChoice, 'form' | 'forPictures'>,
): readonly WireContent[] {
  // of an incomplete answer that was replaced, only its calls count
  const replaced = message.metadata?.truncated === true && next?.role === 'assistant'
  const steps = replaced ? settledSteps(message) : Number.POSITIVE_INFINITY
  const kept = message.role === 'assistant' && form !== 'words' ? history.contentsOf(message.id) : undefined
  const verbatim = kept !== undefined && kept.length > 0 && !(forPictures && holdsCalls(kept))
  if (verbatim && form !== 'words') return answerContents(message, kept, form, history, steps)
  const files = message.role === 'user' || forPictures ? filesOf(message, forPictures) : []
  const sent = threadHistory([replaced ? untilStep(message, steps) : message], new Set(), history.editedInputOf)
  const [words] = sent
  if (words === undefined) return files.length === 0 ? [] : [{ role: 'user', parts: files }]
  return [{ role: words.role, parts: [...files, { text: words.text }] }]
}

/** How many steps of an answer end with settled calls: these are kept when it is generated again. */
function settledSteps(message: UIMessage): number {
  const steps = stepsOfMessage(message)
  return steps.findLastIndex((parts) => callsOf(parts).some(isSettled)) + 1
}

function untilStep(message: UIMessage, steps: number): UIMessage {
  let step = 0
  const parts = message.parts.filter((part) => {
    if (part.type === 'step-start') step += 1
    return step <= steps
  })
  return { ...message, parts }
}

/** A refused prompt would be refused again in every later request: it and its answer are left out. */
function withoutBlocked(messages: readonly UIMessage[]): readonly UIMessage[] {
  const last = messages.at(-1)
  const turns = new Set(
    messages.filter((message) => message !== last && message.metadata?.blockReason !== undefined).map(({ metadata }) => metadata?.turnId),
  )
  return messages.filter(({ metadata }) => metadata?.turnId === undefined || !turns.has(metadata.turnId))
}

/** Consecutive contents of the model are merged, because a call may only directly follow the user's turn. */
function joined(contents: readonly WireContent[]): readonly WireContent[] {
  const together: WireContent[] = []
  for (const content of contents) {
    const last = together.at(-1)
    if (last?.role === 'model' && content.role === 'model')
      together[together.length - 1] = { role: 'model', parts: [...last.parts, ...content.parts] }
    else together.push(content)
  }
  return together
}

/** Files inside the message itself, for models that see pictures; an image model accepts no sound. */
function filesOf({ parts }: UIMessage, withoutSound: boolean): readonly JsonObject[] {
  return parts.flatMap((part) => {
    if (part.type === 'file' && withoutSound && part.mediaType.startsWith('audio/')) return []
    if (part.type === 'file' && attachmentIdOf(part.url) !== null) return [fileMark(part.url)]
    const [, mimeType, data] = part.type === 'file' ? (/^data:([^;,]+);base64,(.+)$/s.exec(part.url) ?? []) : []
    return mimeType === undefined || data === undefined ? [] : [{ inlineData: { mimeType, data } }]
  })
}

/** Tool parts: an image model, which has no tools, refuses them. */
const TOOL_PARTS = ['functionCall', 'function_call', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

function holdsCalls(contents: readonly ModelContent[]): boolean {
  return contents.some(({ parts }) => parts.some((part) => isJsonObject(part) && TOOL_PARTS.some((name) => part[name] !== undefined)))
}

/**
 * The model's content for an image model, which accepts its own pictures only with their signature ("Image part is missing a
 * thought_signature", archestra-ai/archestra#2548): others follow it as if the user had sent them.
 */
function withUnsignedPicturesBehind(content: WireContent): readonly WireContent[] {
  if (content.role === 'user') return [content]
  const isUnsigned = (part: JsonObject) => isFilePart(part) && part.thoughtSignature === undefined && part.thought_signature === undefined
  const pictures = content.parts.filter(isUnsigned)
  if (pictures.length === 0) return [content]
  const said = content.parts.filter((part) => !isUnsigned(part))
  const shown = { role: 'user', parts: [{ text: shownBefore }, ...pictures] } as const
  return said.length === 0 ? [shown] : [{ role: 'model', parts: said }, shown]
}

/** Introduces pictures that this or another model made before. */
const shownBefore = 'Pictures that you made before:'
