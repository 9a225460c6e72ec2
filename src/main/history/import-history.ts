import { settleArchived } from '../../shared/history/settle-archived'
import { withNewIds } from '../../shared/history/with-new-ids'
import { CallError } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { textOf } from '../../shared/lib/result'
import { z } from '../../shared/lib/zod'
import type { Store } from '../storage/database/store'
import { broken, idsOfFile, readHistoryFile } from './read-history-file'

/** The result of an import. */
export interface Imported {
  readonly conversationIds: readonly string[]
  readonly messages: number
}

/**
 * Imports all conversations of a file or none. A conversation whose id is taken is imported as an additional one, with the same
 * content under new ids. Throws `CallError` with the problem of the file, or why it could not be stored.
 */
export function importHistory(bytes: Uint8Array, store: Pick<Store, 'kept' | 'durably'>, newId: NewId): Imported {
  const file = readHistoryFile(bytes)
  if (!file.ok) throw new CallError(file.error.code, textOf(file.error))
  try {
    return store.durably(() => {
      const taken = store.kept.taken(idsOfFile(file.value))
      const renamed = (kind: string, ids: readonly string[]): ReadonlyMap<string, string> => new Map(ids.map((id) => [id, newId(kind)]))
      const ids = {
        conversations: renamed('conversation', taken.conversations),
        calls: renamed('call', taken.calls),
        approvals: renamed('approval', taken.approvals),
      }
      const conversations = file.value.conversations.map((kept) => withNewIds(settleArchived(kept), ids))
      store.kept.add(conversations)
      return {
        conversationIds: conversations.map(({ conversationId }) => conversationId),
        messages: conversations.reduce((sum, { messages }) => sum + messages.length, 0),
      }
    })
  } catch (error) {
    const { code = 'unknown', rawCode = 0 } = faultSchema.safeParse(error).data ?? {}
    if (REFUSALS.has(rawCode & PRIMARY)) throw new CallError('import-broken', broken(code).error.message)
    throw new CallError(
      'import-not-stored',
      `The disk did not take the conversations (${code}), so none of them was imported. Make room on it, then import the file again.`,
    )
  }
}

const faultSchema = z.object({ code: z.string(), rawCode: z.number() })
/** The lowest byte of SQLite's result codes is the primary one; these refuse a value: constraint, mismatch. */
const PRIMARY = 0xff
const REFUSALS: ReadonlySet<number> = new Set([19, 20])
