import type { ArchivedConversation } from '../../shared/history/archived-conversation'
import { settleArchived } from '../../shared/history/settle-archived'
import { withNewIds } from '../../shared/history/with-new-ids'
import { CallError } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { textOf } from '../../shared/lib/result'
import { z } from '../../shared/lib/zod'
import { atOnce, type Job } from '../lib/in-slices'
import type { Store } from '../storage/database/store'
import { broken, type CheckedHistory, checkHistoryFile, idsOf } from './read-history-file'

/** The result of an import. */
export interface Imported {
  readonly conversationIds: readonly string[]
  readonly messages: number
}

/** How far an import is, in percent: it checks the whole file first, and stores it then. */
export type ReportProgress = (percent: number) => void

/** Dependencies of an import. */
export interface ImportOptions {
  readonly store: Pick<Store, 'archive'>
  readonly newId: NewId
  readonly onProgress: ReportProgress
  /** All of it is stored for good; showing it is what is left. */
  onComplete?(): void
}

/** So many conversations are stored, shown or erased in one step; fewer are stored if they are large. */
const STEP_CONVERSATIONS = 25
const STEP_BYTES = 64 * 1024

/**
 * Imports all conversations of a file or none, in steps. They are staged one after the other, where nothing sees them, and appear at the
 * end; what was staged by an import that did not get there is taken back by `cleanUpImport`. A conversation whose id is taken is imported
 * as an additional one, with the same content under new ids. Throws `CallError` with the problem of the file, or why it could not be
 * stored.
 */
export function* importHistory(pieces: readonly Uint8Array[], { store, newId, onProgress, onComplete }: ImportOptions): Job<Imported> {
  const bytes = yield* joined(pieces)
  const file = yield* checkHistoryFile(bytes, (part) => onProgress(Math.floor(part * 50)))
  if (!file.ok) throw new CallError(file.error.code, textOf(file.error))
  const imported = yield* stageAllOrNone(file.value, { store, newId, onProgress: (percent) => onProgress(50 + Math.floor(percent / 2)) })
  onComplete?.()
  yield* showStaged(store)
  return imported
}

function* stageAllOrNone(file: CheckedHistory, options: ImportOptions): Job<Imported> {
  const { store } = options
  try {
    const imported = yield* stageAll(file, options)
    store.archive.completeStaged()
    return imported
  } catch (error) {
    yield* eraseStaged(store)
    const { code = 'unknown', rawCode = 0 } = faultSchema.safeParse(error).data ?? {}
    if (REFUSALS.has(rawCode & PRIMARY)) throw new CallError('import-broken', broken(code).error.message)
    throw new CallError(
      'import-not-stored',
      `The disk did not take the conversations (${code}), so none of them was imported. Make room on it, then import the file again.`,
    )
  }
}

/**
 * Imports a file of few conversations at once, as a part of the transaction around it. Throws like `importHistory`, and the engine's
 * errors.
 */
export function importAtOnce(bytes: Uint8Array, store: Pick<Store, 'archive'>, newId: NewId): void {
  const file = atOnce(checkHistoryFile(bytes, () => {}))
  if (!file.ok) throw new CallError(file.error.code, textOf(file.error))
  const conversations = Array.from({ length: file.value.count }, (_, index) => file.value.read(index).conversation)
  store.archive.add(underFreeIds(conversations, store, newId))
}

/**
 * Ends what an import left behind that was stopped or whose process ended: if all of the file was staged it is shown, otherwise erased.
 */
export function* cleanUpImport(store: Pick<Store, 'archive'>): Job<null> {
  if (store.archive.isStagedComplete()) yield* showStaged(store)
  else yield* eraseStaged(store)
  return null
}

function* stageAll(file: CheckedHistory, { store, newId, onProgress }: ImportOptions): Job<Imported> {
  const conversationIds: string[] = []
  let messages = 0
  let batch: ArchivedConversation[] = []
  let size = 0
  for (let index = 0; index < file.count; index += 1) {
    const { conversation, bytes } = file.read(index)
    batch.push(conversation)
    size += bytes
    if (batch.length < STEP_CONVERSATIONS && size < STEP_BYTES && index < file.count - 1) continue
    const renamed = underFreeIds(batch, store, newId)
    store.archive.stage(renamed)
    for (const one of renamed) {
      conversationIds.push(one.conversationId)
      messages += one.messages.length
    }
    batch = []
    size = 0
    onProgress((100 * (index + 1)) / file.count)
    yield
  }
  return { conversationIds, messages }
}

function underFreeIds(
  batch: readonly ArchivedConversation[],
  store: Pick<Store, 'archive'>,
  newId: NewId,
): readonly ArchivedConversation[] {
  const taken = store.archive.taken(idsOf(batch))
  const renamed = (kind: string, ids: readonly string[]): ReadonlyMap<string, string> => new Map(ids.map((id) => [id, newId(kind)]))
  const ids = {
    conversations: renamed('conversation', taken.conversations),
    calls: renamed('call', taken.calls),
    approvals: renamed('approval', taken.approvals),
  }
  return batch.map((archived) => withNewIds(settleArchived(archived), ids))
}

function* showStaged({ archive }: Pick<Store, 'archive'>): Job<null> {
  while (archive.showStaged(STEP_CONVERSATIONS)) yield
  return null
}

function* eraseStaged({ archive }: Pick<Store, 'archive'>): Job<null> {
  while (archive.eraseStaged(STEP_CONVERSATIONS)) yield
  return null
}

/** The pieces as one, copied in steps. */
function* joined(pieces: readonly Uint8Array[]): Job<Uint8Array> {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
    yield
  }
  return whole
}

const faultSchema = z.object({ code: z.string(), rawCode: z.number() })
/** The lowest byte of SQLite's result codes is the primary one; these refuse a value: constraint, mismatch. */
const PRIMARY = 0xff
const REFUSALS: ReadonlySet<number> = new Set([19, 20])
