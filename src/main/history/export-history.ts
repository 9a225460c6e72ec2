import { type ArchivedConversation, HISTORY_FORMAT, HISTORY_VERSION, type HistoryFile } from '../../shared/history/archived-conversation'
import { conversationMarkdown } from '../../shared/history/conversation-markdown'
import { LONGEST_PAGE } from '../../shared/ipc/conversation-list'
import { CallError } from '../../shared/ipc/router'
import type { Clock } from '../../shared/lib/clock'
import type { Job } from '../lib/in-slices'
import type { Store } from '../storage/database/store'
import { LARGEST_HISTORY_BYTES } from './read-history-file'

/** Dependencies of an export. */
export interface ExportOptions {
  readonly store: Pick<Store, 'conversations' | 'archive'>
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
 * Exports one conversation, or with null all of them, as Markdown for reading or as JSON for import: a job of one step for each
 * conversation. Throws `CallError` if there is none, or if the file would be too large to import.
 */
export function* exportHistory(conversationId: string | null, format: 'markdown' | 'json', options: ExportOptions): Job<ExportFile> {
  const { store, clock } = options
  const only = conversationId === null ? null : store.archive.read(conversationId)
  if (conversationId !== null && only === null)
    throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
  const write = format === 'json' ? jsonWriter(clock.now(), options.largestBytes ?? LARGEST_HISTORY_BYTES) : markdownWriter(options)
  if (only !== null) write.add(only)
  else {
    for (const id of listedIds(store)) {
      const archived = store.archive.read(id)
      if (archived !== null) write.add(archived)
      yield
    }
  }
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const name = only === null ? 'parley-conversations' : nameOf(only)
  return { fileName: `${name}-${day}.${format === 'json' ? 'json' : 'md'}`, text: write.text() }
}

/** The ids of all conversations, latest change first. */
function* listedIds({ conversations }: ExportOptions['store']): Generator<string> {
  let page = conversations.page(null, LONGEST_PAGE)
  while (page.length > 0) {
    for (const { conversationId } of page) yield conversationId
    page = conversations.page(page.at(-1) ?? null, LONGEST_PAGE)
  }
}

/** Writes the text of a file, one conversation after the other. */
interface HistoryWriter {
  add(archived: ArchivedConversation): void
  text(): string
}

function markdownWriter({ locale, timeZone }: ExportOptions): HistoryWriter {
  const pieces: string[] = []
  const words = { locale: locale(), ...(timeZone !== undefined && { timeZone }) }
  return { add: (archived) => void pieces.push(conversationMarkdown(archived, words)), text: () => pieces.join('\n---\n\n') }
}

/** The text is that of the whole file with an indent of one; its size shows before it is one string. */
function jsonWriter(exportedAt: number, largestBytes: number): HistoryWriter {
  const file: HistoryFile = { format: HISTORY_FORMAT, version: HISTORY_VERSION, exportedAt, conversations: [] }
  // the list comes last, and is empty here
  const before = JSON.stringify(file, null, 1).replace(/\[\]\n\}$/, '')
  const pieces: string[] = []
  let bytes = Buffer.byteLength(before) + AFTER.length
  return {
    add(archived) {
      const piece = JSON.stringify(archived, null, 1).replaceAll('\n', '\n  ')
      bytes += Buffer.byteLength(piece) + SEPARATOR.length
      if (bytes > largestBytes) throw tooLarge()
      pieces.push(piece)
    },
    text: () => (pieces.length === 0 ? `${before}[]\n}\n` : `${before}[\n  ${pieces.join(SEPARATOR)}${AFTER}`),
  }
}

const SEPARATOR = ',\n  '
const AFTER = '\n ]\n}\n'

function tooLarge(): CallError {
  return new CallError(
    'export-too-large',
    'The file would be larger than 256 MB and could not be imported again, so nothing was exported. Export conversations by themselves, from their menus.',
  )
}

const LONGEST_NAME = 60

/** A file name from the title that is valid on every system. */
export function nameOf({ title }: Pick<ArchivedConversation, 'title'>): string {
  const fileName = title
    .normalize('NFC')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$|\p{Surrogate}/gu, '')
  return fileName === '' ? 'parley-conversation' : fileName
}
