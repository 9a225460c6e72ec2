import type { Fork } from '../../../shared/ipc/thread-calls'
import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/**
 * A thread can fork: a branch shares everything before its `cut` with its parent, and continues by itself. Every thread begins with
 * branch 0. The position of a message is twice the position of its turn, plus one for an answer.
 */
export const branchSchema = `
  CREATE TABLE branches (
    conversationId TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    branch INTEGER NOT NULL CHECK (branch > parent),
    parent INTEGER NOT NULL CHECK (parent >= 0),
    cut INTEGER NOT NULL,
    createdAt INTEGER NOT NULL,
    PRIMARY KEY (conversationId, branch)
  ) STRICT;
  ALTER TABLE messages ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;`

/** The position of a message of the table `messages`. */
export const placeOfMessage = "(messages.turnPosition * 2 + (messages.role NOT IN ('system', 'user')))"

/** The branches of the shown thread, each up to the position where the next begins. One parameter: the conversation. */
export const shownPath = `WITH RECURSIVE path (conversationId, branch, until) AS (
    SELECT conversationId, branch, 9000000000000000 FROM conversations WHERE conversationId = ?
    UNION ALL
    SELECT path.conversationId, branches.parent, min(branches.cut, path.until)
      FROM path JOIN branches ON branches.conversationId = path.conversationId AND branches.branch = path.branch)`

/** The messages on that path. */
export const shownMessages = `messages JOIN path ON messages.conversationId = path.conversationId
    AND messages.branch = path.branch AND ${placeOfMessage} < path.until`

/** The forks of conversations, and which branches are shown. Nothing is ever removed from a branch. */
export interface BranchTable {
  /** The forks along the shown thread. */
  forks(conversationId: string): readonly Fork[]
  /** Creates and shows a branch that ends before this message. False, without a change, if it is not in the conversation. */
  forkBefore(conversationId: string, messageId: string): boolean
  /** Creates and shows a branch that ends with this message. */
  forkAfter(conversationId: string, messageId: string): boolean
  /** Shows another branch. */
  show(conversationId: string, branch: number): boolean
  /** Shows the branch that contains a message; false if none does. */
  showMessage(conversationId: string, messageId: string): boolean
}

const placeSchema = z.object({ branch: z.number(), place: z.number() })
const pathSchema = z.object({ branch: z.number(), until: z.number() })
const branchRowSchema = z.object({ branch: z.number(), parent: z.number(), cut: z.number() })
const messageIdSchema = z.object({ messageId: z.string() })
const countSchema = z.object({ count: z.number() })

export function branchTable(database: SqlDatabase, clock: Clock): BranchTable {
  const rowsOf = (conversationId: string) =>
    database.all(branchRowSchema, 'SELECT branch, parent, cut FROM branches WHERE conversationId = ? ORDER BY branch', conversationId)

  const placeOf = (conversationId: string, messageId: string) =>
    database.first(
      placeSchema,
      `SELECT branch, ${placeOfMessage} AS place FROM messages WHERE conversationId = ? AND messageId = ?`,
      conversationId,
      messageId,
    )

  function setShown(conversationId: string, branch: number): void {
    database.run('UPDATE conversations SET branch = ? WHERE conversationId = ?', branch, conversationId)
  }

  function begin(conversationId: string, parent: number, cut: number): void {
    const branch = Math.max(0, ...rowsOf(conversationId).map((row) => row.branch)) + 1
    database.run('INSERT INTO branches VALUES (?, ?, ?, ?, ?)', conversationId, branch, parent, cut, clock.now())
    setShown(conversationId, branch)
  }

  /** Whether a branch has a message of its own before this position. */
  const hasBefore = (conversationId: string, branch: number, place: number): boolean =>
    (database.first(
      countSchema,
      `SELECT count(*) AS count FROM messages WHERE conversationId = ? AND branch = ? AND ${placeOfMessage} < ?`,
      conversationId,
      branch,
      place,
    )?.count ?? 0) > 0

  function lastBefore(conversationId: string, cut: number): string | null {
    const sql = `${shownPath} SELECT messages.messageId FROM ${shownMessages} WHERE ${placeOfMessage} < ?
      ORDER BY messages.turnPosition DESC, ${placeOfMessage} DESC, messages.position DESC LIMIT 1`
    return database.first(messageIdSchema, sql, conversationId, cut)?.messageId ?? null
  }

  return {
    forks(conversationId) {
      const rows = rowsOf(conversationId)
      if (rows.length === 0) return []
      const path = database.all(pathSchema, `${shownPath} SELECT branch, until FROM path`, conversationId)
      const shown = new Set(path.map(({ branch }) => branch))
      const ways = new Map<string, { readonly parent: number; readonly cut: number; readonly branches: number[] }>()
      for (const { branch, parent, cut } of rows) {
        const until = path.find((one) => one.branch === parent)?.until
        if (until === undefined || cut > until) continue
        const way = ways.get(`${parent}/${cut}`)
        if (way === undefined) ways.set(`${parent}/${cut}`, { parent, cut, branches: [parent, branch] })
        else way.branches.push(branch)
      }
      return [...ways.values()].map(({ cut, branches }) => ({
        after: lastBefore(conversationId, cut),
        branches,
        // the parent is on every path that one of its branches is on
        shown: Math.max(
          0,
          branches.findLastIndex((branch) => shown.has(branch)),
        ),
      }))
    },
    forkBefore: (conversationId, messageId) =>
      database.durably(() => {
        const found = placeOf(conversationId, messageId)
        if (found === null) return false
        const own = rowsOf(conversationId).find(({ branch }) => branch === found.branch)
        // where a branch begins, another version begins where it does
        if (own !== undefined && !hasBefore(conversationId, found.branch, found.place)) begin(conversationId, own.parent, own.cut)
        else begin(conversationId, found.branch, found.place)
        return true
      }),
    forkAfter: (conversationId, messageId) =>
      database.durably(() => {
        const found = placeOf(conversationId, messageId)
        if (found !== null) begin(conversationId, found.branch, found.place + 1)
        return found !== null
      }),
    show(conversationId, branch) {
      const known = branch === 0 || rowsOf(conversationId).some((row) => row.branch === branch)
      if (known) setShown(conversationId, branch)
      return known
    },
    showMessage(conversationId, messageId) {
      const found = placeOf(conversationId, messageId)
      if (found !== null) setShown(conversationId, found.branch)
      return found !== null
    },
  }
}
