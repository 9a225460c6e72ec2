import type * as McpLibrary from '@modelcontextprotocol/client'
import type { Clock } from '../../../shared/lib/clock'
import type { SavedSignIn, SavedSignInStore } from './saved-sign-in'

/** The part of a token's life after which it is renewed. */
const RENEW_AFTER = 0.8

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** The tokens of a sign-in while Parley runs. */
export interface SignInTokens {
  /** What is stored, or null; read once. */
  saved(): Promise<SavedSignIn | null>
  /** What was read or stored last; null before `saved`. */
  current(): SavedSignIn | null
  /** Rejects if the key store fails. */
  keep(next: SavedSignIn): Promise<void>
  forget(): Promise<void>
  /** Whether the token is so old that it should be renewed. */
  isOld(): boolean
  /**
   * Renews the tokens at the service that gave them, once for all that wait: a token for it is often good only once. Rejects without one,
   * or if the service gives none; if it says that the sign-in is over, the tokens are forgotten.
   */
  renew(): Promise<void>
  /** Tells the service that the tokens are not used any more (RFC 7009). Rejects if that failed. */
  revoke(): Promise<void>
}

/** `address`: the server that the tokens are for. */
export function createSignInTokens(address: string, store: SavedSignInStore, clock: Clock, fetch: Fetch): SignInTokens {
  let reading: Promise<void> | null = null
  let current: SavedSignIn | null = null
  let renewing: Promise<void> | null = null

  async function saved(): Promise<SavedSignIn | null> {
    reading ??= store.read(address).then((found) => {
      current = found
    })
    await reading
    return current
  }

  async function keep(next: SavedSignIn): Promise<void> {
    await saved()
    await store.write(next)
    current = next
  }

  async function forget(): Promise<void> {
    await saved()
    current = null
    await store.remove()
  }

  async function renew(): Promise<void> {
    const before = await saved()
    if (before === null || before.refreshToken === null) throw new Error('there is nothing to renew the sign-in with')
    const library = await import('@modelcontextprotocol/client')
    try {
      const tokens = await library.refreshAuthorization(before.issuer, {
        metadata: metadataOf(before),
        clientInformation: clientOf(before),
        refreshToken: before.refreshToken,
        ...(before.resource !== null && { resource: new URL(before.resource) }),
        fetchFn: fetch,
      })
      await keep({ ...before, ...tokenFacts(tokens, before, clock) })
    } catch (error) {
      const { InvalidGrant, InvalidClient, UnauthorizedClient } = library.OAuthErrorCode
      const over: readonly string[] = [InvalidGrant, InvalidClient, UnauthorizedClient]
      const isOver = error instanceof library.OAuthError && over.includes(error.code)
      if (isOver) {
        const stored = await store.read(address)
        // another Parley with the same key store has renewed it, which made this token worthless
        if (stored !== null && stored.refreshToken !== before.refreshToken) {
          current = stored
          return renew()
        }
        await forget()
      }
      throw error
    }
  }

  return {
    saved,
    current: () => current,
    keep,
    forget,
    isOld: () => current !== null && current.renewAt !== null && current.refreshToken !== null && clock.now() >= current.renewAt,
    renew() {
      renewing ??= renew().finally(() => {
        renewing = null
      })
      return renewing
    },
    async revoke() {
      const before = await saved()
      if (before === null || before.revocationEndpoint === null) return
      const { client_id, client_secret } = before.client
      const token = before.refreshToken ?? before.accessToken
      const body = new URLSearchParams({ token, client_id, ...(client_secret !== undefined && { client_secret }) })
      await fetch(before.revocationEndpoint, { method: 'POST', body })
    },
  }
}

/** What an answer of the service says about tokens; what it leaves out stays as it was. */
export function tokenFacts(
  { access_token, refresh_token, scope, expires_in }: McpLibrary.OAuthTokens,
  before: SavedSignIn | null,
  clock: Clock,
): Pick<SavedSignIn, 'accessToken' | 'refreshToken' | 'scope' | 'renewAt'> {
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? before?.refreshToken ?? null,
    scope: scope ?? before?.scope ?? null,
    renewAt: expires_in === undefined ? null : clock.now() + expires_in * 1000 * RENEW_AFTER,
  }
}

/** The metadata of the service as far as renewing needs it. It is not looked up anew, so no other service gets the token. */
function metadataOf({ issuer, tokenEndpoint, authMethods }: SavedSignIn): McpLibrary.AuthorizationServerMetadata {
  return {
    issuer,
    authorization_endpoint: tokenEndpoint,
    token_endpoint: tokenEndpoint,
    response_types_supported: ['code'],
    ...(authMethods !== null && { token_endpoint_auth_methods_supported: [...authMethods] }),
  }
}

function clientOf({ client: { client_id, client_secret } }: SavedSignIn): McpLibrary.OAuthClientInformationMixed {
  return { client_id, ...(client_secret !== undefined && { client_secret }) }
}
