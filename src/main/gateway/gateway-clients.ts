import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { GatewayClient, GatewayScope } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { failure, type Result, success } from '../../shared/lib/result'
import type { StoredClient } from '../storage/database/gateway-tables'
import type { Store } from '../storage/database/store'

/** sha-256 (hex) of a text. */
function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Compares in a time that reveals neither where two texts differ nor their lengths. */
function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** A token that nobody can guess. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
}

/** Whether a text has the form of a token of `newToken`. */
export function isToken(text: string): boolean {
  return /^parley-[A-Za-z0-9_-]{43}$/.test(text)
}

/** The user's choices for a new client. */
export interface NewClient {
  readonly name: string
  readonly scopes: readonly GatewayScope[]
  readonly origins: readonly string[]
}

/** The programs that may use the gateway. */
export interface GatewayClients {
  list(): readonly GatewayClient[]
  /** Creates a client. Its token is returned only here: Parley stores the hash. */
  add(wanted: NewClient): Result<{ readonly client: GatewayClient; readonly token: string }>
  /** Gives the client of this name this token, or a new one: its chats stay. Creates it if there is none. */
  give(wanted: NewClient, token: string | null): Result<{ readonly client: GatewayClient; readonly token: string }>
  /** Revokes a client at once. False if there is none. */
  revoke(clientId: string): boolean
  /** The client with this token, or null. Every client is compared, even after a match. */
  byToken(token: string): GatewayClient | null
  /** Whether this client still exists. */
  isCurrent(clientId: string): boolean
  /** Whether any client allows pages of this origin. A preflight has no token, so this covers all clients. */
  knowsOrigin(origin: string): boolean
}

/** Dependencies of the clients. */
export interface GatewayClientsOptions {
  readonly store: Pick<Store, 'gatewayClients' | 'durably'>
  readonly clock: Clock
  readonly newId: NewId
  /** Records in the audit trail that a client was added or revoked. */
  audit(what: 'added' | 'revoked', client: GatewayClient): void
  /** The list changed; a revoked client receives nothing more. */
  onChange(revokedId: string | null): void
}

/** Nobody keeps more clients apart. */
const MOST_CLIENTS = 100
const TOKEN_PREFIX = 'parley-'
/** Tokens are shorter than this; a longer one is not even compared. */
const LONGEST_TOKEN = 200
/** How often the time of the last use is written, in ms. */
const USE_NOTED_EVERY = 60_000

export function createGatewayClients({ store, clock, newId, audit, onChange }: GatewayClientsOptions): GatewayClients {
  const table = store.gatewayClients
  let known: readonly StoredClient[] = table.list()

  function reload(revokedId: string | null): void {
    known = table.list()
    onChange(revokedId)
  }

  function add({ name, scopes, origins }: NewClient, token: string): ReturnType<GatewayClients['add']> {
    if (known.length >= MOST_CLIENTS)
      return failure('clients-full', `There are ${MOST_CLIENTS} clients. Revoke one that is not used any more.`)
    if (known.some((client) => client.name === name))
      return failure('client-name-taken', 'There is a client of this name. Choose another name.')
    const client: StoredClient = {
      clientId: newId('client'),
      name,
      scopes: [...new Set(scopes)],
      origins: [...new Set(origins)],
      createdAt: clock.now(),
      lastUsedAt: null,
      tokenHash: sha256(token),
    }
    store.durably(() => {
      table.insert(client)
      audit('added', shown(client))
    })
    reload(null)
    return success({ client: shown(client), token })
  }

  return {
    list: () => known.map(shown),
    add: (wanted) => add(wanted, newToken()),
    give({ name, scopes, origins }, given) {
      const old = known.find((client) => client.name === name)
      const token = given ?? newToken()
      if (old === undefined) return add({ name, scopes, origins }, token)
      const tokenHash = sha256(token)
      if (known.some((client) => client !== old && client.tokenHash === tokenHash))
        return failure('client-token-taken', 'Another program has this token.')
      const client: StoredClient = { ...old, scopes: [...new Set(scopes)], origins: [...new Set(origins)], tokenHash }
      store.durably(() => {
        table.renew(client)
        // the old token has no access any more
        if (tokenHash !== old.tokenHash) audit('revoked', shown(old))
        if (tokenHash !== old.tokenHash) audit('added', shown(client))
      })
      reload(null)
      return success({ client: shown(client), token })
    },
    revoke(clientId) {
      const client = known.find((candidate) => candidate.clientId === clientId)
      if (client === undefined) return false
      const revoked = store.durably(() => {
        const done = table.revoke(clientId, clock.now())
        if (done) audit('revoked', shown(client))
        return done
      })
      reload(clientId)
      return revoked
    },
    byToken(token) {
      if (token.length > LONGEST_TOKEN) return null
      const hash = sha256(token)
      let found: StoredClient | null = null
      for (const client of known) if (isSameText(client.tokenHash, hash)) found = client
      if (found === null) return null
      const now = clock.now()
      if (found.lastUsedAt === null || now - found.lastUsedAt >= USE_NOTED_EVERY) {
        table.used(found.clientId, now)
        known = table.list()
      }
      return shown(found)
    },
    isCurrent: (clientId) => known.some((client) => client.clientId === clientId),
    knowsOrigin: (origin) => known.some(({ origins }) => origins.includes(origin)),
  }
}

function shown({ clientId, name, scopes, origins, createdAt, lastUsedAt }: StoredClient): GatewayClient {
  return { clientId, name, scopes, origins, createdAt, lastUsedAt }
}
