import { type ArchivedConversation, HISTORY_FORMAT, HISTORY_VERSION, type HistoryFile } from '../../shared/history/archived-conversation'
import { conversationMarkdown } from '../../shared/history/conversation-markdown'
import { CallError } from '../../shared/ipc/router'
import type { Clock } from '../../shared/lib/clock'
import type { Store } from '../storage/database/store'
import { LARGEST_HISTORY_BYTES } from './read-history-file'

/** Dependencies of an export. */
export interface ExportOptions {
  readonly store: Pick<Store, 'conversations' | 'kept'>
  readonly clock: Clock
  /** BCP 47, for example `ja` or `en-GB` */
  locale(): string
  /** IANA name; the machine's own by default */
  readonly timeZone?: string
  /** A larger JSON file could not be imported again. */
  readonly largestBytes?: number
}

/** A file to save. */
export interface ExportFile {
  readonly fileName: string
  readonly text: string
}

/**
 * Exports one conversation, or with null all of them, as Markdown for reading or as JSON for import. Throws `CallError` if there is
 * none, or if the file would be too large to import.
 */
export function exportHistory(conversationId: string | null, format: 'markdown' | 'json', parts: ExportOptions): ExportFile {
  const { store, clock } = parts
  const ids = conversationId === null ? store.conversations.list().map((one) => one.conversationId) : [conversationId]
  const conversations = ids.flatMap((id) => store.kept.read(id) ?? [])
  const [first] = conversations
  if (conversationId !== null && first === undefined)
    throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
  const name = conversationId !== null && first !== undefined ? nameOf(first) : 'parley-conversations'
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  if (format === 'json') {
    const file: HistoryFile = { format: HISTORY_FORMAT, version: HISTORY_VERSION, exportedAt: clock.now(), conversations }
    return { fileName: `${name}-${day}.json`, text: jsonOf(file, parts.largestBytes ?? LARGEST_HISTORY_BYTES) }
  }
  const words = { locale: parts.locale(), ...(parts.timeZone !== undefined && { timeZone: parts.timeZone }) }
  return { fileName: `${name}-${day}.md`, text: conversations.map((kept) => conversationMarkdown(kept, words)).join('\n---\n\n') }
}

/** The JSON file. Conversations are serialized one at a time, so that an excessive size is detected before it is one string. */
function jsonOf(file: HistoryFile, largestBytes: number): string {
  let bytes = 0
  for (const conversation of file.conversations) {
    bytes += Buffer.byteLength(JSON.stringify(conversation, null, 1))
    if (bytes > largestBytes) throw tooLarge()
  }
  const text = `${JSON.stringify(file, null, 1)}\n`
  if (Buffer.byteLength(text) > largestBytes) throw tooLarge()
  return text
}

function tooLarge(): CallError {
  return new CallError(
    'export-too-large',
    'The file would be larger than 256 MB and could not be imported again, so nothing was exported. Export conversations by themselves, from their menus.',
  )
}

const LONGEST_NAME = 60

/** A file name from the title that is valid on every system. */
export function nameOf({ title }: Pick<ArchivedConversation, 'title'>): string {
  const kept = title
    .normalize('NFC')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$|\p{Surrogate}/gu, '')
  return kept === '' ? 'parley-conversation' : kept
}
