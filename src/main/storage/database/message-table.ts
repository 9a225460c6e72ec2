import type { Clock } from '../../../shared/lib/clock'
import type { JsonValue } from '../../../shared/lib/json'
import { isJsonObject, parseJson } from '../../../shared/lib/json-value'
import { z } from '../../../shared/lib/zod'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import { placeOfMessage, shownMessages, shownPath } from './branch-table'
import type { SqlDatabase } from './sql-database'

/**
 * The messages of conversations, in reading order: by turn, and within a turn the user's message before the answer, whichever came
 * first. Of a forked thread, only the shown branch.
 */
export interface MessageTable {
  /** An unreadable row stays where it is and is reported to `unreadable`; the others are returned. */
  list(conversationId: string): readonly UIMessage[]
  /** The end of `list`: at most so many messages, without a turn of which only a part would be among them. All if one can't be read. */
  latest(conversationId: string, most: number): LatestMessages
  /** The messages of `list` that have `usage` in their metadata, without the rest of them. */
  withUsage(conversationId: string): readonly MessageMetadata[]
  /** Whether the conversation has, on any branch, a message of this id or of this turn. */
  holds(conversationId: string, messageId: string, turnId: string): boolean
  /** Those of every branch, in the order in which they were first saved. */
  ofAllBranches(conversationId: string): readonly UIMessage[]
  /** Adds a message to the shown branch, or replaces its text; its position stays. Ignored if the conversation is gone. */
  save(conversationId: string, turnId: string, message: UIMessage): void
}

/** The end of a thread, in reading order. */
export interface LatestMessages {
  readonly messages: readonly UIMessage[]
  /** How many messages come before these. */
  readonly earlier: number
}

/** A message without its parts. */
export type MessageMetadata = Pick<UIMessage, 'id' | 'metadata'>

/** Raw model contents stored verbatim with the messages (design §4 rule 8), in the order in which they were first saved. */
export interface ModelContentTable {
  list(conversationId: string): readonly { readonly messageId: string; readonly contents: JsonValue }[]
  /** Ignored if the conversation is gone. */
  save(conversationId: string, messageId: string, contents: JsonValue): void
}

const countSchema = z.object({ count: z.number() })
const rowSchema = z.object({ messageId: z.string(), json: z.string() })
const positionSchema = z.object({ position: z.number(), turnPosition: z.number() })

/** Orders and extends threads: without it every new message would scan all earlier ones. */
export const messagePlaceSchema = 'CREATE INDEX messagesByPlace ON messages (conversationId, turnPosition);'

/** The required fields of a stored message; the fold wrote the rest. Checked by hand, because a thread has thousands. */
const messageSchema = z.custom<UIMessage>(
  (value) =>
    isObject(value) &&
    typeof value.id === 'string' &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    Array.isArray(value.parts) &&
    value.parts.every((part: unknown) => isObject(part) && typeof part.type === 'string'),
)

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function messageTable(database: SqlDatabase, clock: Clock, unreadable: (messageId: string) => void): MessageTable {
  const ordered = (column: 'json' | 'messageId') => `${shownPath} SELECT messages.${column} FROM ${shownMessages}
    ORDER BY messages.turnPosition, CASE messages.role WHEN 'system' THEN 0 WHEN 'user' THEN 1 ELSE 2 END, messages.position`
  // by this index the rows come in the order of their turns, so that only the last ones are read
  const fromEnd = `${shownPath} SELECT messages.json FROM messages INDEXED BY messagesByPlace
    JOIN path ON messages.branch = path.branch AND ${placeOfMessage} < path.until WHERE messages.conversationId = ?1
    ORDER BY messages.turnPosition DESC, CASE messages.role WHEN 'system' THEN 0 WHEN 'user' THEN 1 ELSE 2 END DESC, messages.position DESC
    LIMIT ?2`
  const counted = `${shownPath} SELECT count(*) AS count FROM ${shownMessages}`
  // an unreadable message is not valid JSON
  const metadata = `${shownPath} SELECT json_object('id', messages.messageId, 'metadata', json_extract(messages.json, '$.metadata'))
    FROM ${shownMessages} WHERE instr(messages.json, '"usage"') > 0 AND CASE WHEN json_valid(messages.json) THEN json_type(messages.json, '$.metadata.usage') END = 'object'
    ORDER BY messages.turnPosition, messages.position`

  function insert(conversationId: string, turnId: string, message: UIMessage, json: string): void {
    const place = database.first(
      positionSchema,
      `SELECT coalesce((SELECT max(position) FROM messages WHERE conversationId = ?1), 0) + 1 AS position,
         coalesce(
           (SELECT min(turnPosition) FROM messages WHERE conversationId = ?1 AND turnId = ?2),
           (SELECT max(turnPosition) FROM messages WHERE conversationId = ?1) + 1,
           1
         ) AS turnPosition`,
      conversationId,
      turnId,
    )
    database.run(
      `INSERT INTO messages (conversationId, position, turnPosition, turnId, messageId, role, json, updatedAt, branch)
       SELECT conversationId, ?, ?, ?, ?, ?, ?, ?, branch FROM conversations WHERE conversationId = ?`,
      place?.position ?? 1,
      place?.turnPosition ?? 1,
      turnId,
      message.id,
      message.role,
      json,
      clock.now(),
      conversationId,
    )
  }

  function read(sql: (column: 'json' | 'messageId') => string, conversationId: string): readonly UIMessage[] {
    const messages = database.texts(sql('json'), conversationId).map(parseMessage)
    if (messages.includes(null))
      for (const [index, messageId] of database.texts(sql('messageId'), conversationId).entries())
        if (messages[index] === null) unreadable(messageId)
    return messages.filter((message) => message !== null)
  }

  return {
    list: (conversationId) => read(ordered, conversationId),
    latest(conversationId, most) {
      const read = database.texts(fromEnd, conversationId, most).map(parseMessage).reverse()
      const messages = read.length < most ? read : wholeTurns(read)
      if (messages.length === 0 || messages.includes(null)) return { messages: this.list(conversationId), earlier: 0 }
      const count = read.length < most ? read.length : (database.first(countSchema, counted, conversationId)?.count ?? 0)
      return { messages: messages.filter((message) => message !== null), earlier: count - messages.length }
    },
    withUsage: (conversationId) =>
      database.texts(metadata, conversationId).flatMap((json) => {
        const found = parseJson(json)
        if (!isJsonObject(found) || typeof found.id !== 'string' || !isJsonObject(found.metadata)) return []
        return [{ id: found.id, metadata: found.metadata }]
      }),
    holds: (conversationId, messageId, turnId) =>
      database.texts(
        `SELECT messageId FROM messages WHERE conversationId = ?1 AND messageId = ?2
         UNION ALL SELECT messageId FROM messages WHERE conversationId = ?1 AND turnId = ?3 LIMIT 1`,
        conversationId,
        messageId,
        turnId,
      ).length > 0,
    ofAllBranches: (conversationId) =>
      read((column) => `SELECT ${column} FROM messages WHERE conversationId = ? ORDER BY position`, conversationId),
    save(conversationId, turnId, message) {
      const json = JSON.stringify(message)
      database.transaction(() => {
        const changed = database.run(
          'UPDATE messages SET json = ?, role = ?, updatedAt = ? WHERE conversationId = ? AND messageId = ?',
          json,
          message.role,
          clock.now(),
          conversationId,
          message.id,
        )
        if (changed === 0) insert(conversationId, turnId, message, json)
      })
    },
  }
}

export function modelContentTable(database: SqlDatabase, unreadable: (messageId: string) => void): ModelContentTable {
  return {
    list(conversationId) {
      const rows = database.all(
        rowSchema,
        'SELECT messageId, json FROM model_contents WHERE conversationId = ? ORDER BY rowid',
        conversationId,
      )
      return rows.flatMap(({ messageId, json }) => {
        const contents = parseJson(json)
        if (contents === undefined) unreadable(messageId)
        return contents === undefined ? [] : [{ messageId, contents }]
      })
    },
    save(conversationId, messageId, contents) {
      database.run(
        `INSERT INTO model_contents (conversationId, messageId, json)
           SELECT conversationId, ?, ? FROM conversations WHERE conversationId = ?
         ON CONFLICT (conversationId, messageId) DO UPDATE SET json = excluded.json`,
        messageId,
        JSON.stringify(contents),
        conversationId,
      )
    },
  }
}

/** Without the first turn, which may have more messages before these. */
function wholeTurns(messages: readonly (UIMessage | null)[]): readonly (UIMessage | null)[] {
  const turnId = messages[0]?.metadata?.turnId
  const next = messages.findIndex((message) => message?.metadata?.turnId !== turnId)
  return next === -1 ? [] : messages.slice(next)
}

function parseMessage(json: string): UIMessage | null {
  const message = messageSchema.safeParse(parseJson(json))
  return message.success ? message.data : null
}
