import { settleArchived } from '../../../shared/history/settle-archived'
import { z } from '../../../shared/lib/zod'
import type { Job } from '../../lib/in-slices'
import type { SqlDatabase } from './sql-database'
import type { Store } from './store'

/** What a backup contains that the store does not. */
export interface BackupPreview {
  readonly conversations: number
  /** of these, the missing ones */
  readonly missing: number
}

export function previewBackup(backup: Store, store: Pick<Store, 'conversations'>): BackupPreview {
  const ids = backup.conversations.list().map(({ conversationId }) => conversationId)
  return { conversations: ids.length, missing: ids.filter((id) => !store.conversations.exists(id)).length }
}

/**
 * Restores what a backup contains and the store does not: conversations, rules, defaults of tools, and, if nothing was paid or
 * recorded since, payments and the audit trail. Existing data stays unchanged. A job of a step for each conversation, which are staged
 * like those of an import and appear at the end: all or nothing. Returns their number; throws the engine's error, and then the staged
 * ones have to be erased. `onComplete`: all of it is stored for good.
 */
export function* restoreBackup(
  backup: Store,
  file: string,
  store: Pick<Store, 'conversations' | 'archive' | 'takeFrom'>,
  onComplete: () => void,
): Job<number> {
  let restored = 0
  for (const { conversationId } of backup.conversations.list()) {
    const archived = store.conversations.exists(conversationId) ? null : backup.archive.read(conversationId)
    if (archived === null) continue
    store.archive.stage([settleArchived(archived)])
    restored += 1
    yield
  }
  store.takeFrom(file, () => store.archive.completeStaged())
  onComplete()
  while (store.archive.showStaged(STEP_CONVERSATIONS)) yield
  return restored
}

/** So many conversations appear in one step. */
const STEP_CONVERSATIONS = 25

const countSchema = z.object({ count: z.number() })

/** Runs `body` in a transaction that also copies rules, defaults, payments and trail from another file of the same schema. */
export function takeFrom<Value>(database: SqlDatabase, file: string, body: () => Value): Value {
  database.script(`ATTACH '${file.replaceAll("'", "''")}' AS other`)
  try {
    return database.durably(() => {
      const none = (table: string): boolean => database.first(countSchema, `SELECT count(*) AS count FROM main.${table}`)?.count === 0
      database.run(
        `INSERT OR IGNORE INTO main.policy_rules (ruleId, position, json)
           SELECT ruleId, position + (SELECT coalesce(max(position), -1) + 1 FROM main.policy_rules), json FROM other.policy_rules`,
      )
      database.run('INSERT OR IGNORE INTO main.tool_defaults SELECT * FROM other.tool_defaults')
      if (none('payments')) {
        database.run('INSERT OR REPLACE INTO main.wallet_accounts SELECT * FROM other.wallet_accounts')
        database.run('INSERT INTO main.payments SELECT * FROM other.payments')
      }
      if (none('audit_entries')) database.run('INSERT INTO main.audit_entries SELECT * FROM other.audit_entries ORDER BY number')
      return body()
    })
  } finally {
    database.script('DETACH other')
  }
}
