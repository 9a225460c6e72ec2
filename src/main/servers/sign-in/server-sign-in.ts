import type { SignInState } from '../../../shared/ipc/tool-server-calls'
import type { Clock } from '../../../shared/lib/clock'
import { failure, type Result, success } from '../../../shared/lib/result'
import { type Message, messageOf } from '../../../shared/messages/message'
import type { AddressServer } from '../../../shared/servers/tool-server'
import type { SecretStore } from '../../platform/platform'
import { ToolError } from '../../tool-calls/tools/main-tool'
import { createGuardedFetch, type FindAddresses, isProtected } from './guarded-fetch'
import { type SavedSignIn, savedSignInStore } from './saved-sign-in'
import { createSignInAttempt, type FoundService, type SignInAttempt, type TypedClient } from './sign-in-attempt'
import { openSignInCallback, type SignInCallback, typedClientPath } from './sign-in-callback'
import { createSignInTokens } from './sign-in-tokens'

/** ms that the user has to sign in, and ms for which a service that was shown may be used. */
export const signInTime = 600_000

/** What a server says when it refuses a request (`WWW-Authenticate`). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL
  readonly scope?: string
}

/** Where the user would sign in. */
export interface SignInTarget {
  /** the host of the page that opens */
  readonly host: string
  /** the service that the page belongs to */
  readonly issuer: string
}

/** Dependencies of the sign-in at one server. */
export interface ServerSignInOptions {
  readonly server: AddressServer
  readonly secrets: SecretStore
  readonly clock: Clock
  /** The secret of the user's client ID, or null. */
  clientSecret(): Promise<string | null>
  /** Opens a page in the user's browser. Rejects if that failed. */
  openPage(address: string): Promise<void>
  /** What the browser shows when the user is done there. */
  pageText(): string
  onChange(): void
  /** The user has signed in or out. */
  onSwitched(): void
  report(error: unknown): void
  /** Only tests replace it. */
  readonly findAddresses?: FindAddresses | undefined
}

/**
 * The user's sign-in at a server of the web (OAuth 2.1 as MCP has it). Nothing is registered and no page opens before `begin`. Tokens are
 * in the key store, go to the server's own address alone, and are renewed only by the service that gave them.
 */
export interface ServerSignIn {
  state(): SignInState
  /** The token for a request to the server; undefined without a sign-in. */
  token(): Promise<string | undefined>
  /** The server does not take the token: renews it, or rejects with a `ToolError` that asks for a sign-in. */
  onUnauthorized(): Promise<void>
  /** The server refused a request. */
  challenged(challenge: Challenge): void
  /** The server refused the sign-in as it is: another one is needed. */
  notEnough(): void
  /** Texts that must not be shown. */
  secrets(): readonly string[]
  /** Finds out where the user would sign in. Fails if Parley can't use it. */
  find(): Promise<Result<SignInTarget>>
  /** Opens the page of the service that `find` found last; the user must have agreed to it. What comes of it is in `state`. */
  begin(): Promise<Result<null>>
  signOut(): Promise<void>
  /** Stops waiting for the browser. */
  close(): void
}

const none = failure('server-sign-in-none', 'This server names no sign-in service that Parley can use, so no page was opened.')
const noClient = failure(
  'server-sign-in-no-client',
  'The sign-in service of this server registers no apps, so no page was opened. Register Parley there, then add the server again with its client ID.',
)
const unseen = failure('server-sign-in-unseen', 'No page was opened, because where to sign in was not shown before. Choose Sign in again.')
const unopened = failure('server-sign-in-unopened', 'The sign-in service did not let Parley begin, so you are not signed in.')

export function createServerSignIn(options: ServerSignInOptions): ServerSignIn {
  const { server, clock, report } = options
  const address = new URL(server.address)
  const guarded = createGuardedFetch(address, options.findAddresses)
  const tokens = createSignInTokens(address.href, savedSignInStore(server.name, options.secrets, report), clock, guarded.fetch)
  let challenge: Challenge = {}
  let found: { readonly service: FoundService; readonly until: number } | null = null
  let state: SignInState = { kind: 'none' }
  const waiting = createWaiting({
    ...{ clock, report, show, keep: tokens.keep },
    state: () => state,
    onSignedIn: options.onSwitched,
  })

  function show(next: SignInState): void {
    state = next
    options.onChange()
  }

  async function saved() {
    const stored = await tokens.saved()
    if (stored !== null && state.kind === 'none') show({ kind: 'in', host: hostOf(stored.issuer) })
    return stored
  }

  return {
    state: () => state,
    secrets() {
      const { accessToken, refreshToken } = tokens.current() ?? { accessToken: null, refreshToken: null }
      return [accessToken, refreshToken].filter((one) => one !== null)
    },
    async token() {
      await saved()
      if (tokens.isOld()) await tokens.renew().catch(() => undefined)
      return tokens.current()?.accessToken
    },
    async onUnauthorized() {
      const before = await saved()
      try {
        await tokens.renew()
      } catch {
        if (!waiting.isOpen()) show({ kind: 'wanted', again: before !== null, why: null })
        throw new ToolError(messageOf('server-sign-in'))
      }
    },
    challenged(next) {
      const scope = joined(tokens.current()?.scope, next.scope)
      challenge = { ...next, ...(scope !== undefined && { scope }) }
    },
    notEnough() {
      if (!waiting.isOpen()) show({ kind: 'wanted', again: true, why: null })
    },
    async find() {
      found = null
      try {
        const service = await findService(address, challenge, guarded)
        if (service === null) return none
        if (server.clientId === undefined && service.authorizationServerMetadata.registration_endpoint === undefined) return noClient
        found = { service, until: clock.now() + signInTime }
        const { authorization_endpoint: page, issuer } = service.authorizationServerMetadata
        return success({ host: new URL(page).host, issuer })
      } catch (error) {
        report(error)
        return none
      }
    },
    async begin() {
      const agreed = found
      found = null
      if (agreed === null || clock.now() > agreed.until) return unseen
      waiting.cancel()
      const { service } = agreed
      const { host } = new URL(service.authorizationServerMetadata.authorization_endpoint)
      const client = await clientOf(options)
      const callback = await openSignInCallback(options.pageText(), client === null ? null : typedClientPath)
      const attempt = createSignInAttempt({
        ...{ address, service, client, callback, clock },
        scope: challenge.scope,
        fetch: guarded.fetch,
      })
      try {
        const page = await attempt.page()
        if (page.host !== host || !isProtected(page, address)) throw new Error('the page of the sign-in is another one')
        await options.openPage(page.href)
      } catch (error) {
        callback.close()
        report(error)
        return unopened
      }
      waiting.begin(attempt, callback, host)
      return success(null)
    },
    async signOut() {
      waiting.cancel()
      await tokens.revoke().catch(report)
      await tokens.forget()
      show({ kind: 'wanted', again: false, why: null })
      options.onSwitched()
    },
    close: waiting.cancel,
  }
}

/** What the user entered about Parley's registration at the service; null if Parley registers itself. */
async function clientOf({ server: { clientId }, clientSecret }: ServerSignInOptions): Promise<TypedClient | null> {
  return clientId === undefined ? null : { clientId, secret: await clientSecret() }
}

/** Dependencies of the wait for the browser. */
interface WaitingOptions extends Pick<ServerSignInOptions, 'clock' | 'report'> {
  state(): SignInState
  show(next: SignInState): void
  /** Stores what the attempt gave. Rejects if the key store fails. */
  keep(signedIn: SavedSignIn): Promise<void>
  onSignedIn(): void
}

/** The one attempt that waits for the browser, and takes what it brings. */
function createWaiting({ clock, report, state, show, keep, onSignedIn }: WaitingOptions) {
  let stopCurrent: (() => void) | null = null

  function begin(attempt: SignInAttempt, callback: SignInCallback, host: string): void {
    const before = state()
    const timer = clock.after(signInTime, () => end({ kind: 'wanted', again: false, why: messageOf('server-sign-in-late') }))
    const stop = (): void => void end(before)
    stopCurrent = stop
    show({ kind: 'waiting', host })

    function end(next: SignInState): boolean {
      if (stopCurrent !== stop) return false
      stopCurrent = null
      timer.cancel()
      callback.close()
      show(next)
      return true
    }

    async function take(): Promise<void> {
      const answer = await callback.answer
      try {
        const signedIn = await attempt.finish(answer)
        if (stopCurrent !== stop) return
        await keep(signedIn)
        if (end({ kind: 'in', host })) onSignedIn()
      } catch (error) {
        report(error)
        end({ kind: 'wanted', again: false, why: reasonOf(error) })
      }
    }
    void take()
  }

  return { begin, cancel: (): void => stopCurrent?.(), isOpen: (): boolean => stopCurrent !== null }
}

/** The service that the server names; null if there is none that keeps a code safe. Rejects if an address of it may not be used. */
async function findService(
  address: URL,
  { resourceMetadataUrl }: Challenge,
  guarded: ReturnType<typeof createGuardedFetch>,
): Promise<FoundService | null> {
  const library = await import('@modelcontextprotocol/client')
  const info = await library.discoverOAuthServerInfo(address, {
    fetchFn: guarded.fetch,
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  })
  const metadata = info.authorizationServerMetadata
  // a client must refuse a service that does not say that it supports PKCE (MCP, Authorization)
  if (metadata?.code_challenge_methods_supported?.includes('S256') !== true) return null
  for (const one of [metadata.authorization_endpoint, metadata.token_endpoint]) await guarded.check(new URL(one))
  return { ...info, authorizationServerMetadata: metadata }
}

/** Why an attempt failed. What the service wrote is not repeated. */
function reasonOf(error: unknown): Message {
  const why = error instanceof ToolError ? error.text : null
  return why === null || typeof why === 'string' ? messageOf('server-sign-in-failed') : why
}

function joined(...texts: readonly (string | null | undefined)[]): string | undefined {
  const scopes = texts.flatMap((one) => one?.split(' ') ?? []).filter((one) => one !== '')
  return scopes.length === 0 ? undefined : [...new Set(scopes)].join(' ')
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
