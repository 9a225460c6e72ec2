import { inspectFile } from '../../shared/attachments/inspect-file'
import {
  type ArchivedConversation,
  archivedConversationSchema,
  HISTORY_FORMAT,
  HISTORY_VERSION,
  historyFileSchema,
} from '../../shared/history/archived-conversation'
import { isNestedDeeperThan, parseJson } from '../../shared/lib/json-value'
import { failure, type Result, success } from '../../shared/lib/result'
import { z } from '../../shared/lib/zod'
import type { Job } from '../lib/in-slices'
import type { IdsOfConversations } from '../storage/database/archive-table'
import { splitHistory, textOf } from './split-history'

/** More than this is no file of Parley's. */
export const LARGEST_HISTORY_BYTES = 256 * 1024 * 1024
/** The most conversations of one file: more fit into no list of the app. */
export const MOST_CONVERSATIONS = 100_000
/** How deep the values of a conversation are nested at most. */
const DEEPEST = 248

const headSchema = z.looseObject({ format: z.string(), version: z.number() })
/** The file around its conversations, each of which is 0 here. */
const frameSchema = historyFileSchema.extend({ conversations: z.array(z.literal(0)) })

const foreign = failure('import-foreign', 'This is no export of Parley, so nothing was imported. Choose a JSON file that Parley exported.')

/** A file whose conversations were all found good. */
export interface CheckedHistory {
  readonly count: number
  /** Reads one of them again, with its size in the file. */
  read(index: number): { readonly conversation: ArchivedConversation; readonly bytes: number }
}

/**
 * Checks a file with conversations, one after the other: nothing of it is held but its bytes. The failure's message is for the user: what
 * is wrong with it, where, and what to do. `onPart`: this part of it, between 0 and 1, was checked.
 */
export function* checkHistoryFile(bytes: Uint8Array, onPart: (part: number) => void): Job<Result<CheckedHistory>> {
  if (bytes.byteLength > LARGEST_HISTORY_BYTES)
    return failure('import-too-large', 'The file is larger than 256 MB, so nothing was imported. Export fewer conversations at a time.')
  const split = yield* splitHistory(bytes)
  if (split === null) return foreign
  const { frame, parts } = split
  const value = parseJson(frame)
  const head = headSchema.safeParse(value)
  if (value === undefined || !head.success || head.data.format !== HISTORY_FORMAT) return foreign
  if (head.data.version > HISTORY_VERSION)
    return failure(
      'import-newer',
      `The file was written by a newer Parley (format ${head.data.version}, this one reads up to ${HISTORY_VERSION}), so nothing was imported. Update Parley, then import it again.`,
    )
  if (parts.length > MOST_CONVERSATIONS)
    return failure(
      'import-too-many',
      `The file holds ${parts.length} conversations, and ${MOST_CONVERSATIONS} are the most at a time, so nothing was imported. Export fewer of them at a time.`,
    )
  const around = frameSchema.safeParse(value)
  if (!around.success) return broken(issueOf(around.error, ''))
  const isKnown = repeatedIds()
  const read = (index: number): Result<ArchivedConversation> => {
    const { from = 0, to = 0 } = parts[index] ?? {}
    return readConversation(bytes.subarray(from, to), index)
  }
  for (const index of parts.keys()) {
    const conversation = read(index)
    if (!conversation.ok) return conversation
    const untrue = untrueFile(conversation.value)
    if (untrue !== null) return broken(`the file ${untrue.slice(0, 100)} in it is not what it says`)
    const twice = isKnown(conversation.value)
    if (twice !== null) return broken(`the id ${twice.slice(0, 100)} stands in it twice`)
    onPart((index + 1) / parts.length)
    yield
  }
  return success({
    count: parts.length,
    read(index) {
      const conversation = read(index)
      if (!conversation.ok) throw new Error(conversation.error.message)
      const { from = 0, to = 0 } = parts[index] ?? {}
      return { conversation: conversation.value, bytes: to - from }
    },
  })
}

function readConversation(bytes: Uint8Array, index: number): Result<ArchivedConversation> {
  const value = parseJson(textOf(bytes))
  if (value === undefined) return foreign
  if (isNestedDeeperThan(value, DEEPEST)) return broken('it is nested too deeply')
  const conversation = archivedConversationSchema.safeParse(value)
  return conversation.success ? success(conversation.data) : broken(issueOf(conversation.error, `conversations.${index}.`))
}

/** The first problem of a value, and where it is. */
function issueOf({ issues: [issue] }: z.ZodError, place: string): string {
  return `${place}${issue?.path.map(String).join('.').slice(0, 200)}: ${issue?.message.slice(0, 200)}`
}

/** What can't be imported, for its content. */
export function broken(why: string): { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  return failure('import-broken', `The file is damaged (${why}), so nothing was imported. Export the conversations anew.`)
}

/** The ids of conversations that must be the only ones of their kind. */
export function idsOf(conversations: readonly ArchivedConversation[]): IdsOfConversations {
  const calls = new Set(
    conversations.flatMap(({ decisions, executions, approvals }) =>
      [...decisions, ...executions, ...approvals].map(({ toolCallId }) => toolCallId),
    ),
  )
  return {
    conversations: conversations.map(({ conversationId }) => conversationId),
    calls: [...calls],
    approvals: conversations.flatMap(({ approvals }) => approvals.map(({ approvalId }) => approvalId)),
  }
}

/** A file whose bytes are of another kind or size than its entry says: it would be shown, and decoded, on false grounds. */
function untrueFile({ attachments }: ArchivedConversation): string | null {
  for (const { attachmentId, mediaType, width, height, content } of attachments) {
    const found = inspectFile(Buffer.from(content, 'base64'), attachmentId)
    if (!found.ok) return attachmentId
    const facts = found.value === 'text' ? { mediaType: 'text/plain', width: null, height: null } : found.value
    if (facts.mediaType !== mediaType || facts.width !== width || facts.height !== height) return attachmentId
  }
  return null
}

/** Finds an id of a conversation that it, or an earlier one of the file, has already; null: none. */
function repeatedIds(): (conversation: ArchivedConversation) => string | null {
  const ofFile = Array.from({ length: 5 }, () => new Set<string>())
  return (conversation) => {
    const { conversationId, approvals, decisions, executions, messages, attachments, modelContents } = conversation
    const lists: readonly (readonly string[])[] = [
      [conversationId],
      approvals.map(({ approvalId }) => approvalId),
      decisions.map(({ toolCallId }) => toolCallId),
      executions.map(({ toolCallId }) => toolCallId),
      approvals.map(({ toolCallId, step }) => `${toolCallId} ${step.index}`),
      messages.map(({ message }) => message.id),
      attachments.map(({ attachmentId }) => attachmentId),
      modelContents.map(({ messageId }) => messageId),
    ]
    for (const [index, list] of lists.entries()) {
      // the last three need only be single within their conversation
      const seen = ofFile[index] ?? new Set<string>()
      for (const id of list) {
        if (seen.has(id)) return id
        seen.add(id)
      }
    }
    return null
  }
}
