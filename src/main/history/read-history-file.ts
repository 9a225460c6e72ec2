import { inspectFile } from '../../shared/attachments/inspect-file'
import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryFile, historyFileSchema } from '../../shared/history/archived-conversation'
import { isNestedDeeperThan, parseJson } from '../../shared/lib/json-value'
import { failure, type Result, success } from '../../shared/lib/result'
import { z } from '../../shared/lib/zod'
import type { IdsOfConversations } from '../storage/database/archive-table'

/** More than this can't be one string, and is no file of Parley's. */
export const LARGEST_HISTORY_BYTES = 256 * 1024 * 1024
/** More are read and stored for so long that nothing else of Parley would answer meanwhile. */
export const MOST_CONVERSATIONS = 10_000
const DEEPEST = 250

const headSchema = z.looseObject({ format: z.string(), version: z.number() })

/** Reads a file with conversations. The failure's message is for the user: what is wrong with it, where, and what to do. */
export function readHistoryFile(bytes: Uint8Array): Result<HistoryFile> {
  if (bytes.byteLength > LARGEST_HISTORY_BYTES)
    return failure('import-too-large', 'The file is larger than 256 MB, so nothing was imported. Export fewer conversations at a time.')
  const value = parseJson(textOf(bytes))
  const head = headSchema.safeParse(value)
  if (value === undefined || !head.success || head.data.format !== HISTORY_FORMAT)
    return failure('import-foreign', 'This is no export of Parley, so nothing was imported. Choose a JSON file that Parley exported.')
  if (head.data.version > HISTORY_VERSION)
    return failure(
      'import-newer',
      `The file was written by a newer Parley (format ${head.data.version}, this one reads up to ${HISTORY_VERSION}), so nothing was imported. Update Parley, then import it again.`,
    )
  if (Array.isArray(head.data.conversations) && head.data.conversations.length > MOST_CONVERSATIONS)
    return failure(
      'import-too-many',
      `The file holds ${head.data.conversations.length} conversations, and ${MOST_CONVERSATIONS} are the most at a time, so nothing was imported. Export fewer of them at a time.`,
    )
  if (isNestedDeeperThan(value, DEEPEST)) return broken('it is nested too deeply')
  const file = historyFileSchema.safeParse(value)
  if (!file.success) {
    const [issue] = file.error.issues
    return broken(`${issue?.path.map(String).join('.').slice(0, 200)}: ${issue?.message.slice(0, 200)}`)
  }
  const untrue = untrueFile(file.data)
  if (untrue !== null) return broken(`the file ${untrue.slice(0, 100)} in it is not what it says`)
  const twice = repeatedId(file.data)
  return twice === null ? success(file.data) : broken(`the id ${twice.slice(0, 100)} stands in it twice`)
}

/** What can't be imported, for its content. */
export function broken(why: string): { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  return failure('import-broken', `The file is damaged (${why}), so nothing was imported. Export the conversations anew.`)
}

/** The ids of a file that must be the only ones of their kind. */
export function idsOfFile({ conversations }: Pick<HistoryFile, 'conversations'>): IdsOfConversations {
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
function untrueFile({ conversations }: HistoryFile): string | null {
  for (const { attachments } of conversations)
    for (const { attachmentId, mediaType, width, height, content } of attachments) {
      const found = inspectFile(Buffer.from(content, 'base64'), attachmentId)
      if (!found.ok) return attachmentId
      const facts = found.value === 'text' ? { mediaType: 'text/plain', width: null, height: null } : found.value
      if (facts.mediaType !== mediaType || facts.width !== width || facts.height !== height) return attachmentId
    }
  return null
}

function repeatedId({ conversations }: HistoryFile): string | null {
  const ids = idsOfFile({ conversations })
  const lists: readonly (readonly string[])[] = [
    ids.conversations,
    ids.approvals,
    conversations.flatMap(({ decisions }) => decisions.map(({ toolCallId }) => toolCallId)),
    conversations.flatMap(({ executions }) => executions.map(({ toolCallId }) => toolCallId)),
    conversations.flatMap(({ approvals }) => approvals.map(({ toolCallId, step }) => `${toolCallId} ${step.index}`)),
    ...conversations.map(({ messages }) => messages.map(({ message }) => message.id)),
    ...conversations.map(({ attachments }) => attachments.map(({ attachmentId }) => attachmentId)),
    ...conversations.map(({ modelContents }) => modelContents.map(({ messageId }) => messageId)),
  ]
  for (const list of lists) {
    const seen = new Set<string>()
    for (const id of list) {
      if (seen.has(id)) return id
      seen.add(id)
    }
  }
  return null
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}
