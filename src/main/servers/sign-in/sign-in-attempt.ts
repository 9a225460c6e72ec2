import type * as McpLibrary from '@modelcontextprotocol/client'
import type { Clock } from '../../../shared/lib/clock'
import { messageOf } from '../../../shared/messages/message'
import { ToolError } from '../../tool-calls/tools/main-tool'
import type { SavedSignIn } from './saved-sign-in'
import type { SignInCallback } from './sign-in-callback'
import { tokenFacts } from './sign-in-tokens'

/** The service that a server names, with its metadata. */
export type FoundService = McpLibrary.OAuthServerInfo & { readonly authorizationServerMetadata: McpLibrary.AuthorizationServerMetadata }

/** A client ID that the user entered, with its secret if there is one. */
export interface TypedClient {
  readonly clientId: string
  readonly secret: string | null
}

/** Dependencies of one attempt to sign in. */
export interface SignInAttemptOptions {
  readonly address: URL
  readonly service: FoundService
  /** null: Parley registers itself */
  readonly client: TypedClient | null
  readonly callback: SignInCallback
  readonly scope: string | undefined
  readonly clock: Clock
  fetch(input: string | URL, init?: RequestInit): Promise<Response>
}

/** One attempt: it registers Parley anew, because the port of the callback is another one, unless the user entered a client ID, and has its own verifier (PKCE). */
export interface SignInAttempt {
  /** Registers Parley at the service if it must, and resolves with the page that the user has to visit. Rejects if the service refuses. */
  page(): Promise<URL>
  /** Resolves with what the answer of the browser is worth. Rejects: with a `ToolError` if the service or the user refused. */
  finish(answer: URLSearchParams): Promise<SavedSignIn>
}

export function createSignInAttempt({
  address,
  service,
  client: typed,
  callback,
  scope,
  clock,
  fetch,
}: SignInAttemptOptions): SignInAttempt {
  const metadata = service.authorizationServerMetadata
  let page: URL | null = null
  // the address of a metadata document is an id where the service supports them (Client ID Metadata Documents), and otherwise like any other
  let client: McpLibrary.StoredOAuthClientInformation | undefined =
    typed === null
      ? undefined
      : { issuer: metadata.issuer, client_id: typed.clientId, ...(typed.secret !== null && { client_secret: typed.secret }) }
  let tokens: McpLibrary.StoredOAuthTokens | undefined
  let resource: string | null = null
  let verifier = ''
  const provider: McpLibrary.OAuthClientProvider = {
    redirectUrl: callback.address,
    clientMetadata: {
      client_name: 'Parley',
      redirect_uris: [callback.address],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    state: () => callback.state,
    // the service that the user agreed to, not one that the server names now
    discoveryState: () => service,
    saveDiscoveryState: () => undefined,
    clientInformation: () => client,
    saveClientInformation(next) {
      client = next
    },
    tokens: () => tokens,
    saveTokens(next) {
      tokens = next
    },
    saveResourceUrl(next) {
      resource = next
    },
    redirectToAuthorization(next) {
      page = next
    },
    saveCodeVerifier(next) {
      verifier = next
    },
    codeVerifier: () => verifier,
  }

  return {
    async page() {
      const library = await import('@modelcontextprotocol/client')
      await library.auth(provider, { serverUrl: address, fetchFn: fetch, ...(scope !== undefined && { scope }) })
      if (page === null) throw new Error('the sign-in has no page')
      return page
    },
    async finish(answer) {
      const library = await import('@modelcontextprotocol/client')
      const iss = answer.get('iss') ?? undefined
      // an error, too, is only its issuer's to send (RFC 9207)
      library.validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: metadata.issuer,
        issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
      })
      const code = answer.get('code')
      if (answer.has('error') || code === null) throw new ToolError(messageOf('server-sign-in-refused'))
      await library.auth(provider, {
        serverUrl: address,
        authorizationCode: code,
        ...(iss !== undefined && { iss }),
        fetchFn: fetch,
      })
      if (client === undefined || tokens?.token_type.toLowerCase() !== 'bearer') throw new ToolError(messageOf('server-sign-in-refused'))
      const { client_id, client_secret } = client
      return {
        ...{ server: address.href, issuer: metadata.issuer, resource, tokenEndpoint: metadata.token_endpoint },
        revocationEndpoint: 'revocation_endpoint' in metadata ? (metadata.revocation_endpoint ?? null) : null,
        authMethods: metadata.token_endpoint_auth_methods_supported ?? null,
        client: { client_id, client_secret },
        ...tokenFacts(tokens, null, clock),
      }
    },
  }
}
