import type { JsonValue } from '../../shared/lib/json'
import { toPlainJson } from '../../shared/lib/plain-json'
import { z } from '../../shared/lib/zod'
import type { TakenFile } from '../storage/attachments/take-in-file'
import { checkedFiles } from './checked-file'
import type { ReceivedAnswer } from './client-answers'

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  /** of a `file`: its bytes as data URL */
  url: z.string().optional(),
  filename: z.string().optional(),
  state: z.string().optional(),
  toolCallId: z.string().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
  approval: z.looseObject({ id: z.string(), approved: z.unknown().optional(), reason: z.string().optional() }).optional(),
})
const messageSchema = z.looseObject({ id: z.string().max(200), role: z.enum(['system', 'user', 'assistant']), parts: z.array(partSchema) })

/** The fields that Parley reads of what `DefaultChatTransport` of `ai` 6 posts. The whole thread is sent; Parley keeps its own. */
export const chatRequestSchema = z.looseObject({
  id: z.string().min(1).max(200),
  messages: z.array(messageSchema).min(1).max(10_000),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: z.string().max(200).nullish(),
  /** The page's tools that the client runs itself; left out: all of them. */
  clientTools: z.array(z.string().max(200)).max(100).optional(),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>
type Part = z.infer<typeof partSchema>
/** A message as a client has it. */
export type ClientMessage = z.infer<typeof messageSchema>

/** The user's text and files. */
export interface UserMessageText {
  readonly messageId: string
  readonly text: string
  readonly files: readonly TakenFile[]
  /** Why a part cannot be accepted; null if everything can. */
  readonly problem: string | null
}

/** The user's input in this request; null if the request continues a paused message. */
export function textOfRequest({ messages }: Pick<ChatRequest, 'messages'>): UserMessageText | null {
  const last = messages.at(-1)
  if (last?.role !== 'user') return null
  const texts = last.parts.flatMap((part) => (part.type === 'text' && part.text !== undefined ? [part.text] : []))
  const files = last.parts.flatMap(({ type, url = '', filename: name = '' }) => (type === 'file' ? [{ url, name }] : []))
  return { messageId: last.id, text: texts.join('\n'), ...checkedFiles(files) }
}

/** Whether the text replaces an earlier message: `useChat` then names the message that it sends. */
export function isEdit({ messages, messageId }: ChatRequest): boolean {
  const last = messages.at(-1)
  return last?.role === 'user' && last.id === messageId
}

/** Whether the request names an answer that it continues. */
export function namesAnswer({ messages, messageId, trigger }: ChatRequest): boolean {
  return trigger === 'submit-message' && messages.some(({ id, role }) => id === messageId && role === 'assistant')
}

/** The message to continue: the named one, else the last. */
export function continuedMessage({ messages, messageId }: ChatRequest): ClientMessage | null {
  const named = messages.find(({ id, role }) => id === messageId && role === 'assistant')
  const last = messages.at(-1)
  return named ?? (last?.role === 'assistant' ? last : null)
}

/** Whether the call has a yes but no output. */
export function isBareYes(answers: readonly ReceivedAnswer[], toolCallId: string): boolean {
  const ofCall = answers.filter(({ answer }) => answer.toolCallId === toolCallId)
  return ofCall.length > 0 && ofCall.every(({ answer }) => answer.kind === 'approval' && answer.approved)
}

/** Every part of the message that may be an answer or an output. Parley takes those it waits for. */
export function answersOf(message: ClientMessage): readonly ReceivedAnswer[] {
  return message.parts.flatMap((part) => (isCall(part) ? answersOfCall(part, part.toolCallId ?? '') : []))
}

function answersOfCall({ state, approval, input, output, errorText }: Part, toolCallId: string): readonly ReceivedAnswer[] {
  const given: ReceivedAnswer[] = []
  if (approval?.approved !== undefined)
    given.push({
      answer: {
        kind: 'approval',
        approvalId: approval.id,
        toolCallId,
        approved: approval.approved === true,
        reason: approval.reason ?? null,
      },
      shownInput: plain(input),
    })
  if (state === 'output-available') given.push({ answer: { kind: 'output', toolCallId, output: plain(output) } })
  if (state === 'output-error') given.push({ answer: { kind: 'failed', toolCallId, errorText: errorText ?? '' } })
  return given
}

function isCall({ type, toolCallId }: Part): boolean {
  return toolCallId !== undefined && (type === 'dynamic-tool' || type.startsWith('tool-'))
}

function plain(value: unknown): JsonValue {
  return toPlainJson(value)
}
