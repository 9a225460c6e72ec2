import {
  currentScopes,
  type GatewayClient,
  gatewayClientSchema,
  originSchema,
  storedScopeSchema,
} from '../../../shared/gateway/gateway-client'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

/** Clients of the gateway, and the conversations behind their threads and runs. */
export const gatewaySchema = `CREATE TABLE gateway_clients (
     clientId TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     tokenHash TEXT NOT NULL UNIQUE,
     scopes TEXT NOT NULL,
     origins TEXT NOT NULL,
     createdAt INTEGER NOT NULL,
     lastUsedAt INTEGER,
     revokedAt INTEGER
   ) STRICT;
   CREATE TABLE gateway_threads (
     clientId TEXT NOT NULL REFERENCES gateway_clients ON DELETE CASCADE,
     kind TEXT NOT NULL,
     outsideId TEXT NOT NULL,
     conversationId TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
     expiresAt INTEGER,
     PRIMARY KEY (clientId, kind, outsideId)
   ) STRICT;
   CREATE INDEX gatewayThreadsByConversation ON gateway_threads (conversationId);`

/** Adds the message that the client of a chat received last. */
export const receivedColumn = 'ALTER TABLE gateway_threads ADD COLUMN receivedId TEXT;'

/** Adds the messages with open calls that the client of a chat received, as JSON: how many of their calls had ended then, by id. */
export const receivedOpenColumn = 'ALTER TABLE gateway_threads ADD COLUMN receivedOpen TEXT;'

/** What the client of a chat has received. */
export interface ReceivedMessages {
  /** The last message. */
  readonly lastId: string
  /** The messages that it received while some of their calls were open: how many others had ended, by id. */
  readonly open: Readonly<Record<string, number>>
}

/** A client and the sha-256 (hex) of its token; the token itself is not stored. */
export interface StoredClient extends GatewayClient {
  readonly tokenHash: string
}

/** Clients that were not revoked. */
export interface GatewayClientTable {
  list(): readonly StoredClient[]
  insert(client: StoredClient): void
  used(clientId: string, at: number): void
  /** Gives a client another token, and what it may do now. */
  renew(client: Pick<StoredClient, 'clientId' | 'tokenHash' | 'scopes' | 'origins'>): void
  /** False if there is none, or it was already revoked. */
  revoke(clientId: string, at: number): boolean
}

/**
 * `chat`: a thread of a chat; `live`: a talk; `run`: one run of the older TanStack contract, which ends; `contract`: a thread of the
 * older chat contract, whose id is also that of its chat and its current run.
 */
export type ClientThreadKind = 'chat' | 'live' | 'run' | 'contract'

/** The conversation behind an id of a client. Ids of one client have no meaning for another. */
export interface GatewayThreadTable {
  find(clientId: string, kind: ClientThreadKind, outsideId: string, now: number): string | null
  save(clientId: string, kind: ClientThreadKind, outsideId: string, conversationId: string, expiresAt: number | null): void
  /** What the client of this chat received; null if that is not known. */
  received(clientId: string, conversationId: string): ReceivedMessages | null
  setReceived(clientId: string, conversationId: string, received: ReceivedMessages): void
  removeExpired(now: number): void
  /** How many conversations a client has that the user has not deleted. */
  conversationsOf(clientId: string): number
  /** Bytes of all files in the conversations of the client that this one belongs to. */
  bytesBeside(conversationId: string): number
  /** The client whose conversation this is, or null. */
  clientOf(conversationId: string): string | null
  /** What each program may do that this conversation belongs to; empty if none does. */
  scopesOf(conversationId: string): readonly GatewayClient['scopes'][]
  /** Whether another program began this conversation. */
  has(conversationId: string): boolean
  /** Whether one did so by the older chat contract. */
  isContract(conversationId: string): boolean
  /** Whether this client has an id for this conversation. */
  knows(clientId: string, conversationId: string): boolean
}

const clientRowSchema = z.object({
  ...gatewayClientSchema.shape,
  tokenHash: z.string(),
  scopes: jsonText(z.array(storedScopeSchema)).transform(currentScopes),
  origins: jsonText(z.array(originSchema)),
})
const numberRowSchema = z.object({ number: z.number() })
const scopesRowSchema = clientRowSchema.pick({ scopes: true })
const clientIdRowSchema = z.object({ clientId: z.string() })
const receivedRowSchema = z.object({ lastId: z.string(), open: jsonText(z.record(z.string(), z.number())) })
const threadRowSchema = z.object({ conversationId: z.string() })

export function gatewayClientTable(database: SqlDatabase): GatewayClientTable {
  return {
    list: () =>
      database.all(
        clientRowSchema,
        `SELECT clientId, name, tokenHash, scopes, origins, createdAt, lastUsedAt FROM gateway_clients
           WHERE revokedAt IS NULL ORDER BY createdAt, clientId`,
      ),
    insert: ({ clientId, name, tokenHash, scopes, origins, createdAt }) =>
      void database.run(
        'INSERT INTO gateway_clients (clientId, name, tokenHash, scopes, origins, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
        clientId,
        name,
        tokenHash,
        JSON.stringify(scopes),
        JSON.stringify(origins),
        createdAt,
      ),
    used: (clientId, at) => void database.run('UPDATE gateway_clients SET lastUsedAt = ? WHERE clientId = ?', at, clientId),
    renew: ({ clientId, tokenHash, scopes, origins }) =>
      void database.run(
        'UPDATE gateway_clients SET tokenHash = ?, scopes = ?, origins = ? WHERE clientId = ?',
        tokenHash,
        JSON.stringify(scopes),
        JSON.stringify(origins),
        clientId,
      ),
    revoke: (clientId, at) =>
      database.run('UPDATE gateway_clients SET revokedAt = ? WHERE clientId = ? AND revokedAt IS NULL', at, clientId) === 1,
  }
}

export function gatewayThreadTable(database: SqlDatabase): GatewayThreadTable {
  return {
    find: (clientId, kind, outsideId, now) =>
      database.first(
        threadRowSchema,
        `SELECT conversationId FROM gateway_threads JOIN conversations USING (conversationId)
           WHERE clientId = ? AND kind = ? AND outsideId = ? AND (expiresAt IS NULL OR expiresAt > ?) AND deletedAt IS NULL`,
        clientId,
        kind,
        outsideId,
        now,
      )?.conversationId ?? null,
    save: (clientId, kind, outsideId, conversationId, expiresAt) =>
      void database.run(
        'INSERT OR REPLACE INTO gateway_threads (clientId, kind, outsideId, conversationId, expiresAt) VALUES (?, ?, ?, ?, ?)',
        clientId,
        kind,
        outsideId,
        conversationId,
        expiresAt,
      ),
    received: (clientId, conversationId) =>
      database.first(
        receivedRowSchema,
        `SELECT receivedId AS lastId, coalesce(receivedOpen, '{}') AS open FROM gateway_threads
           WHERE conversationId = ? AND clientId = ? AND receivedId IS NOT NULL`,
        conversationId,
        clientId,
      ),
    setReceived: (clientId, conversationId, { lastId, open }) =>
      void database.run(
        'UPDATE gateway_threads SET receivedId = ?, receivedOpen = ? WHERE conversationId = ? AND clientId = ?',
        lastId,
        JSON.stringify(open),
        conversationId,
        clientId,
      ),
    conversationsOf: (clientId) =>
      database.first(
        numberRowSchema,
        `SELECT count(DISTINCT conversationId) AS number FROM gateway_threads JOIN conversations USING (conversationId)
           WHERE clientId = ? AND deletedAt IS NULL`,
        clientId,
      )?.number ?? 0,
    bytesBeside: (conversationId) =>
      database.first(
        numberRowSchema,
        `SELECT coalesce(sum(length(content)), 0) AS number FROM attachments WHERE conversationId IN
           (SELECT conversationId FROM gateway_threads WHERE clientId IN (SELECT clientId FROM gateway_threads WHERE conversationId = ?))`,
        conversationId,
      )?.number ?? 0,
    clientOf: (conversationId) =>
      database.first(clientIdRowSchema, 'SELECT clientId FROM gateway_threads WHERE conversationId = ? LIMIT 1', conversationId)
        ?.clientId ?? null,
    scopesOf: (conversationId) =>
      database
        .all(
          scopesRowSchema,
          `SELECT DISTINCT clientId, scopes FROM gateway_threads JOIN gateway_clients USING (clientId)
             WHERE conversationId = ? AND revokedAt IS NULL`,
          conversationId,
        )
        .map(({ scopes }) => scopes),
    has: (conversationId) =>
      database.first(threadRowSchema, 'SELECT conversationId FROM gateway_threads WHERE conversationId = ?', conversationId) !== null,
    isContract: (conversationId) =>
      database.first(
        threadRowSchema,
        `SELECT conversationId FROM gateway_threads WHERE conversationId = ? AND kind = 'contract'`,
        conversationId,
      ) !== null,
    knows: (clientId, conversationId) =>
      database.first(
        threadRowSchema,
        `SELECT conversationId FROM gateway_threads JOIN conversations USING (conversationId)
           WHERE clientId = ? AND conversationId = ? AND deletedAt IS NULL`,
        clientId,
        conversationId,
      ) !== null,
    removeExpired: (now) => void database.run('DELETE FROM gateway_threads WHERE expiresAt <= ?', now),
  }
}
