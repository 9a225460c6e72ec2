import { attachmentUrl } from '../../shared/attachments/attachment'
import { attachmentsOf } from '../../shared/attachments/attachment-part'
import type { JsonObject } from '../../shared/lib/json'
import type { ToolPart, UIMessage, UIPart } from '../../shared/protocol/ui-message'
import type { LiveSession } from './live/live-session'
import type { HistoryTurn } from './live/trim-history'

type EditedInputOf = (toolCallId: string) => JsonObject | null

/** The limit for a call's arguments or result in a history, in characters. */
const LONGEST_VALUE = 600

/**
 * The history of a thread, for a model without memory of it: its text, only the heard part of an interrupted answer, and each call
 * with its result, so that it is not repeated. The user's input in the turns of `without` is left out. `editedInputOf`: the arguments
 * that a call ran with, if the user changed them.
 */
export function threadHistory(
  messages: readonly UIMessage[],
  without: ReadonlySet<string>,
  editedInputOf: EditedInputOf,
): readonly HistoryTurn[] {
  return messages.flatMap((message): readonly HistoryTurn[] => {
    const { role, metadata, parts } = message
    if (role === 'system') return []
    const turnId = metadata?.turnId
    if (role === 'user' && typeof turnId === 'string' && without.has(turnId)) return []
    const attached = attachmentsOf(parts)
    const names = attached.map(({ fileName }) => fileName).join(', ')
    const text = [
      wordsOf(playedParts(parts), editedInputOf).trim(),
      ...(names === '' ? [] : [`[${role === 'user' ? 'attached' : 'made'}: ${names}]`]),
    ]
      .filter((words) => words !== '')
      .join('\n')
    const files = role === 'user' ? attached.map(({ attachmentId }) => attachmentUrl(attachmentId)) : []
    return text === '' ? [] : [{ role: role === 'user' ? 'user' : 'model', text, ...(files.length > 0 && { files }) }]
  })
}

function wordsOf(parts: readonly UIPart[], editedInputOf: EditedInputOf): string {
  const pieces = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text.trim()]
    return part.type === 'dynamic-tool' ? [callInWords(part, editedInputOf(part.toolCallId))] : []
  })
  return pieces.filter((piece) => piece !== '').join('\n')
}

/** The parts, with the text cut where the user stopped listening. */
function playedParts(parts: readonly UIPart[]): readonly UIPart[] {
  const interruption = parts.findLast((part) => part.type === 'data-interrupted')
  if (interruption?.type !== 'data-interrupted') return parts
  let left = interruption.data.playedCharacters
  return parts.map((part) => {
    if (part.type !== 'text') return part
    const text = part.text.slice(0, Math.max(0, left))
    left -= part.text.length
    return { ...part, text }
  })
}

function callInWords(part: ToolPart, editedInput: JsonObject | null): string {
  const { toolName, state } = part
  const asked = `${toolName}(${shortened(part.input)})`
  const call = editedInput === null ? asked : `${asked}, the user changed it to ${toolName}(${shortened(editedInput)})`
  switch (state) {
    case 'output-available':
      return `[called ${call}, result: ${shortened(part.output)}]`
    case 'output-denied':
      return `[called ${call}, the user did not allow it]`
    case 'output-error':
      return `[called ${call}, it failed: ${shortened(part.errorText)}]`
    default:
      return `[called ${call}, its result is still to come]`
  }
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`
}

/** This much of an answer shows where it stopped. */
const TAIL = 160

/** The last text of the newest answer; empty if there is none. */
export function lastModelText(messages: readonly UIMessage[]): string {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return ''
  const text = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return text.trim().slice(-TAIL)
}

/** Repeats the last input of the thread to a session that has lost it; speech is repeated as text. */
export function repeatLastText(session: Pick<LiveSession, 'sendText'>, messages: readonly UIMessage[]): void {
  const words = lastUserText(messages)
  if (words !== null) session.sendText(words.text, words.turnId, words.files)
}

interface SaidLast {
  readonly text: string
  readonly turnId: string | undefined
  /** addresses of its attachments */
  readonly files: readonly string[]
}

/** The user's last input in the thread, typed or spoken, with its turn if known; null if there is none. */
export function lastUserText(messages: readonly UIMessage[]): SaidLast | null {
  const last = messages.findLast(({ role }) => role === 'user')
  const [words] = threadHistory(last === undefined ? [] : [last], new Set(), () => null)
  if (words === undefined) return null
  const turnId = last?.metadata?.turnId
  return { text: words.text, turnId: typeof turnId === 'string' ? turnId : undefined, files: words.files ?? [] }
}
