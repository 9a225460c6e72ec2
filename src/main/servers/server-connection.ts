import type * as McpLibrary from '@modelcontextprotocol/client'
import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import { type Message, messageOf } from '../../shared/messages/message'
import type { ElicitationAnswer, ElicitationRequest, FormValues } from '../../shared/servers/elicitation'
import { readElicitationRequest } from '../../shared/servers/read-form'
import { mostServerTools } from '../../shared/servers/server-tool'
import type { ToolServer } from '../../shared/servers/tool-server'
import { ToolError } from '../tool-calls/tools/main-tool'
import { boundedFetch } from './bounded-fetch'
import type { ServerProgress } from './call-progress'
import { type CallTimer, createCallTimer } from './call-timer'
import { type CommandPath, isUnsafeForBatch } from './command-path'
import { createCommandTransport } from './command-transport'
import { loggedTransport } from './message-log'
import { createServerContent, type ServerContent } from './server-content'
import type { ServerSignIn } from './sign-in/server-sign-in'

/** ms that a server has to start and to list its tools. */
export const startTime = 20_000
/** ms without progress after which a call is given up, and the most ms that a call may take with progress. */
export const callTime = 60_000
export const longestCall = 600_000
/** ms in which a call must give a sign of life after the computer woke, and in which a server of the web must answer then. */
export const wakingTime = 10_000
export const wakingStartTime = 5000
/** The most times that a server may answer a call with questions. */
const MOST_ROUNDS = 5
/** The newest version of the protocol that Parley speaks. */
const NEWEST = '2026-07-28'
/** The most pages of a list. */
const MOST_PAGES = 64

/** A connection to a server. The port to the client library: besides `sign-in/` and `argument-check.ts` nothing else imports it. */
export interface ServerConnection {
  /** The tools as the server lists them, not checked. Rejects with a `ToolError` if there are too many. */
  listTools(): Promise<readonly unknown[]>
  /** Calls a tool; `signal` tells the server that nobody waits any more. Rejects with a `ToolError`: the server refused, or no result came. */
  call(name: string, args: JsonObject, signal: AbortSignal, onProgress: (progress: ServerProgress) => void): Promise<unknown>
  /** What the user can attach. */
  readonly content: ServerContent
  /**
   * The computer woke, and nothing may come on this connection any more: ends it with the last of its calls, which end as lost if they
   * give no sign of life. Never rejects.
   */
  retire(): Promise<void>
  /** Ends the connection, and the process if there is one. Never rejects. */
  close(): Promise<void>
  /** The last lines of the server's standard error; empty for an address. */
  output(): string
}

/** Dependencies of a connection. */
export interface ConnectOptions {
  /** the values of the server's variables */
  readonly variables: Readonly<Record<string, string>>
  readonly version: string
  readonly clock: Clock
  readonly commandPath: CommandPath
  readonly environment: Readonly<Record<string, string | undefined>>
  /** the user's sign-in at an address; null for a command */
  readonly signIn: Pick<ServerSignIn, 'token' | 'onUnauthorized' | 'challenged' | 'notEnough'> | null
  /** ms that the server has to start */
  readonly startWithin: number
  /** Aborts when nobody wants the connection any more. */
  readonly signal: AbortSignal
  /** A message passes, to the server or from it. */
  onMessage(direction: 'to' | 'from', message: unknown): void
  /** The server says that its list of tools is another one. */
  onToolsChanged(): void
  /** The server asks the user something. Never rejects; `signal` aborts when nobody waits for the answer any more. */
  onRequest(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>
  /** The connection ended by itself. */
  onClosed(why: Message): void
}

/** Connects to a server. Rejects with a `ToolError` whose text says why that failed; nothing of it runs then. */
export type Connect = (server: ToolServer, options: ConnectOptions) => Promise<ServerConnection>

/** Where the messages go, and why they stopped. */
interface OpenTransport {
  readonly transport: McpLibrary.Transport
  ending(): Message | null
  output(): string
}

/** A page of the list. A tool that is none must not cost the others, so each is checked by itself. */
const listSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

/** Accepts any value: the library calls it with what a server says fits its schema. */
const unchecked: McpLibrary.jsonSchemaValidator = {
  getValidator<Value>(): McpLibrary.JsonSchemaValidator<Value> {
    return (input) => {
      // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the library names the type of a value that nobody checks
      return { valid: true, data: input as Value, errorMessage: undefined }
    }
  },
}

/** How a version of the protocol is agreed on. */
type Negotiation = NonNullable<McpLibrary.VersionNegotiationOptions['mode']>

/** Connects with the client library, which is loaded now. */
export const connectServer: Connect = async (server, options) => {
  const library = await import('@modelcontextprotocol/client')
  const isCommand = server.kind === 'command'
  // some processes end at any request before `initialize`
  const first = await connectAs(isCommand ? 'legacy' : 'auto', server, options, library)
  if (!('failed' in first)) return first
  if (!(isCommand ? wantsNewest : diedWhenAsked)(first.failed, library)) throw first.why
  const second = await connectAs(isCommand ? { pin: NEWEST } : 'legacy', server, options, library)
  if (!('failed' in second)) return second
  throw (isCommand ? first : second).why
}

/** Whether a process says that it speaks the newest protocol alone. */
function wantsNewest(error: unknown, { ProtocolError, ProtocolErrorCode }: typeof McpLibrary): boolean {
  const refused: number = ProtocolErrorCode.UnsupportedProtocolVersion
  return error instanceof ProtocolError && error.code === refused
}

/** Whether an address gave no answer, or a fault of its own, when it was asked for the newest protocol. */
const diedWhenAsked = (error: unknown, { SdkError, SdkErrorCode }: typeof McpLibrary): boolean =>
  error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed

/** Why no connection was made: what the library says, and what the user reads. */
interface NotConnected {
  readonly failed: unknown
  readonly why: ToolError
}

async function connectAs(
  mode: Negotiation,
  server: ToolServer,
  options: ConnectOptions,
  library: typeof McpLibrary,
): Promise<ServerConnection | NotConnected> {
  const { clock, version } = options
  const {
    transport: plain,
    ending,
    output,
  } = server.kind === 'command' ? await commandTransport(server, options) : addressTransport(server.address, options, library)
  const transport = loggedTransport(plain, options.onMessage)
  const client: McpLibrary.Client = new library.Client(
    { name: 'parley', version },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      inputRequired: { maxRounds: MOST_ROUNDS },
      // results are data for the model: a schema of the server's must not cost time here
      jsonSchemaValidator: unchecked,
      versionNegotiation: { mode },
    },
  )
  let isClosing = false
  let isOpen = false

  async function close(): Promise<void> {
    isClosing = true
    await client.close().catch(() => undefined)
    await transport.close().catch(() => undefined)
  }

  client.onclose = () => {
    if (isOpen && !isClosing) options.onClosed(ending() ?? messageOf('server-ended', { output: output() }))
  }
  client.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged())
  const calls = createCalls(server.name, client, library, options)
  try {
    await within(clock, options.startWithin, options.signal, client.connect(transport, { timeout: startTime }))
  } catch (error) {
    if (isOtherSignInNeeded(error, library)) options.signIn?.notEnough()
    const why = new ToolError(ending() ?? whyNot(error, library))
    await close()
    return { failed: error, why }
  }
  isOpen = true

  return {
    async listTools() {
      const tools: unknown[] = []
      let cursor: string | undefined
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const params = cursor === undefined ? {} : { cursor }
        const listed = await client
          .request({ method: 'tools/list', params }, listSchema, { timeout: startTime })
          .catch((error: unknown) => {
            throw new ToolError(ending() ?? whyNot(error, library))
          })
        tools.push(...listed.tools)
        if (tools.length > mostServerTools) throw new ToolError(messageOf('server-too-many-tools', { most: mostServerTools }))
        cursor = listed.nextCursor
        if (cursor === undefined) return tools
      }
      throw new ToolError(messageOf('server-too-many-tools', { most: mostServerTools }))
    },
    call: calls.call,
    content: createServerContent(client, library, (error) => new ToolError(ending() ?? whyNot(error, library))),
    async retire() {
      isClosing = true
      await calls.last()
      await close()
    },
    close,
    output,
  }
}

/** The calls of a connection, and what the server asks the user meanwhile. */
function createCalls(server: string, client: McpLibrary.Client, library: typeof McpLibrary, { clock, signIn, onRequest }: ConnectOptions) {
  const timers = new Set<CallTimer>()
  let ended: () => void = () => {}
  let asking = 0

  /** No call of this server is late while the user thinks. */
  async function ask(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
    asking += 1
    for (const timer of timers) timer.pause()
    try {
      return await onRequest(request, signal)
    } finally {
      asking -= 1
      if (asking === 0) for (const timer of timers) timer.resume()
    }
  }

  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const request = readElicitationRequest(params)
    if (request === null) throw new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, 'Parley can not ask the user this.')
    const answer = await ask(request, mcpReq.signal)
    if (answer.kind !== 'accept') return { action: answer.kind }
    return request.kind === 'form' ? { action: 'accept', content: mutable(answer.values) } : { action: 'accept' }
  })

  /** The server refused the call until the user has visited these pages: nothing has run. */
  async function visit(pages: readonly unknown[], signal: AbortSignal): Promise<ToolError> {
    for (const page of pages.slice(0, MOST_ROUNDS)) {
      const request = readElicitationRequest(page)
      if (request?.kind !== 'page' || (await ask(request, signal)).kind !== 'accept')
        return new ToolError(messageOf('server-page-not-visited', { server }))
    }
    return new ToolError(messageOf('server-page-visited', { server }))
  }

  const call: ServerConnection['call'] = async (name, args, signal, onProgress) => {
    const late = new AbortController()
    const timer = createCallTimer(clock, callTime, () => late.abort())
    timers.add(timer)
    try {
      const either = AbortSignal.any([signal, late.signal])
      return await client.callTool(
        { name, arguments: { ...args } },
        {
          ...{ signal: either, timeout: longestCall },
          onprogress(progress) {
            timer.progressed()
            onProgress(progress)
          },
        },
      )
    } catch (error) {
      if (error instanceof library.UrlElicitationRequiredError) throw await visit(error.elicitations, signal)
      if (isOtherSignInNeeded(error, library)) signIn?.notEnough()
      throw callError(server, error, library)
    } finally {
      timers.delete(timer)
      timer.end()
      if (timers.size === 0) ended()
    }
  }

  return {
    call,
    /** Resolves when no call runs; each that gives no sign of life soon ends as lost. */
    last: (): Promise<void> =>
      new Promise((resolve) => {
        ended = resolve
        for (const timer of timers) timer.hurry(wakingTime)
        if (timers.size === 0) resolve()
      }),
  }
}

/** The library's type of an answer has lists that can be changed. */
function mutable(values: FormValues): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]))
}

async function commandTransport(
  server: Extract<ToolServer, { readonly kind: 'command' }>,
  { variables, clock, environment, commandPath }: ConnectOptions,
): Promise<OpenTransport> {
  const { command, args, folder } = server
  const { found, path, file } = await commandPath.find(command)
  if (!found) throw new ToolError(commandMissing(command, path))
  if (process.platform === 'win32' && isUnsafeForBatch(file, args)) throw new ToolError(messageOf('server-batch-argument', { command }))
  const transport = createCommandTransport({ command: file, args, folder, variables, path, environment, clock })
  return { transport, ending: transport.ending, output: transport.output }
}

/** Says where the command was looked for and, for those that most servers are started with, where to get it. */
function commandMissing(command: string, path: string): Message {
  if (['node', 'npm', 'npx'].includes(command)) return messageOf('server-node-missing', { command, path })
  if (['uv', 'uvx'].includes(command)) return messageOf('server-uv-missing', { command, path })
  return messageOf('server-command-missing', { command, path })
}

function addressTransport(address: string, { signIn }: ConnectOptions, library: typeof McpLibrary): OpenTransport {
  let needsSignIn = false
  const transport = new library.StreamableHTTPClientTransport(new URL(address), {
    ...(signIn !== null && { authProvider: { token: signIn.token, onUnauthorized: signIn.onUnauthorized } }),
    // the user decides about more rights
    onInsufficientScope: 'throw',
    async fetch(input, init) {
      const response = await boundedFetch(input, init)
      needsSignIn = response.status === 401
      if (needsSignIn || response.status === 403) {
        const { error, resourceMetadataUrl, scope } = library.extractWWWAuthenticateParams(response)
        const wanted = { ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) }
        if (needsSignIn || error === 'insufficient_scope') signIn?.challenged(wanted)
      }
      return response
    },
  })
  return { transport, ending: () => (needsSignIn ? messageOf('server-sign-in') : null), output: () => '' }
}

/** Rejects with a `ToolError` if `work` takes longer, or `signal` aborts. */
async function within<Value>(clock: Clock, milliseconds: number, signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let reject: (error: Error) => void = () => {}
  const late = new Promise<never>((_, rejectLate) => {
    reject = rejectLate
  })
  const timer = clock.after(milliseconds, () => reject(new ToolError(messageOf('server-too-slow', { seconds: milliseconds / 1000 }))))
  const stop = () => reject(new ToolError(messageOf('server-ended', { output: '' })))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, late])
  } finally {
    signal.removeEventListener('abort', stop)
    timer.cancel()
  }
}

/** Whether the server refused the request although it came with a token, which was new or has too few rights. */
function isOtherSignInNeeded(error: unknown, { InsufficientScopeError, SdkHttpError }: typeof McpLibrary): boolean {
  return error instanceof InsufficientScopeError || (error instanceof SdkHttpError && error.status === 401)
}

/** How a call without a result ended: the server refused it, or nobody knows. */
function callError(server: string, error: unknown, library: typeof McpLibrary): ToolError {
  const { ProtocolError, UnauthorizedError, InsufficientScopeError, SdkHttpError } = library
  // refused before it was run
  if (error instanceof ToolError) return new ToolError(messageOf('server-not-running', { server, reason: error.text }))
  if (error instanceof InsufficientScopeError)
    return new ToolError(messageOf('server-not-running', { server, reason: messageOf('server-more-rights') }))
  if (error instanceof ProtocolError)
    return new ToolError(messageOf('server-call-failed', { server, reason: error.message.slice(0, 2000) }))
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401))
    return new ToolError(messageOf('server-not-running', { server, reason: messageOf('server-sign-in') }))
  return new ToolError(messageOf('server-call-lost', { server }))
}

/** Why a connection was not made, for the user. */
function whyNot(error: unknown, { UnauthorizedError, SdkError, SdkErrorCode }: typeof McpLibrary): Message | string {
  if (error instanceof ToolError) return error.text
  if (error instanceof UnauthorizedError) return messageOf('server-sign-in')
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return messageOf('server-too-slow', { seconds: startTime / 1000 })
  return messageOf('server-unreachable', { reason: (error instanceof Error ? error.message : String(error)).slice(0, 300) })
}
