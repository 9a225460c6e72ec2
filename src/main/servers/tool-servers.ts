import type { CallProgress, ServerMessage, ToolServerSummary } from '../../shared/ipc/tool-server-calls'
import type { Clock } from '../../shared/lib/clock'
import { diskRefusal } from '../../shared/lib/disk-fault'
import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import type { ElicitationAnswer, ElicitationRequest } from '../../shared/servers/elicitation'
import {
  type AddressServer,
  clientSecretName,
  launchDiffers,
  mostServers,
  secretNames,
  type ToolServer,
} from '../../shared/servers/tool-server'
import type { SecretStore } from '../platform/platform'
import type { KnownServerTool, ToolServerTable } from '../storage/database/tool-server-table'
import { type MainTool, type ToolContext, ToolError } from '../tool-calls/tools/main-tool'
import { type ArgumentCheck, loadArgumentCheck } from './argument-check'
import { createRunningCalls } from './call-messages'
import { createCallProgress } from './call-progress'
import { type CommandPath, createCommandPath } from './command-path'
import { createDeclaredTools } from './declared-tools'
import type { AskingCall, Elicitations } from './elicitations'
import { findTools } from './find-tools'
import { type Connect, connectServer } from './server-connection'
import type { ServerContent } from './server-content'
import { afterRules, createServerTools, distrustedTools, type ServerTools } from './server-tools'
import { createServerVariables, type ServerVariables } from './server-variables'
import type { FindAddresses } from './sign-in/guarded-fetch'
import { savedSignInStore } from './sign-in/saved-sign-in'
import { createServerSignIn, type ServerSignIn, type SignInTarget } from './sign-in/server-sign-in'
import { createSupervisedServer, type SupervisedServer } from './supervised-server'

/** Dependencies of the servers. */
export interface ToolServersOptions {
  readonly table: ToolServerTable
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly version: string
  readonly elicitations: Pick<Elicitations, 'ask' | 'callEnded'>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether servers may be started: not while recordings replace Gemini. */
  mayStart(): boolean
  /** Called when the list of usable tools is another one. */
  onTools(): void
  /** Called when anything that `list` shows is another one. */
  onChange(): void
  /** A message of a call passes, to a server or from it; it is redacted and cut. */
  onCallMessage(conversationId: string, server: string, message: ServerMessage): void
  /** A call goes on. */
  onProgress(progress: CallProgress): void
  /** Opens a page in the user's browser. Rejects if that failed. */
  openPage(address: string): Promise<void>
  /** What the browser shows when the user has signed in at a server. */
  signedInText(): string
  readonly report: (error: unknown) => void
  /** Only tests replace these. */
  readonly connect?: Connect
  readonly findAddresses?: FindAddresses
}

/** The MCP servers of the user, and their tools. */
export interface ToolServers {
  /** The usable tools: the same list until it changes. */
  tools(): readonly MainTool[]
  /** The tools that are not declared to the model in this conversation, by name, because there are too many besides the `hidden` ones. */
  undeclared(conversationId: string, hidden: ReadonlySet<string>): ReadonlySet<string>
  list(): readonly ToolServerSummary[]
  /** What rules may be about: also tools of servers that are switched off, and those that wait to be accepted. */
  ruledTools(): ReturnType<ServerTools['ruled']>
  /** The last messages to and from a server; empty if there is none of this name. */
  messages(name: string): readonly ServerMessage[]
  /** The stored server of this name, or null. */
  find(name: string): ToolServer | null
  /** A session opens: starts the servers that are on. */
  wake(): void
  /** The computer slept, and woke: connections to servers of the web are renewed. */
  woke(): void
  /** Adds or replaces a server. The user must have agreed to its command or address. */
  save(server: ToolServer, variables: Readonly<Record<string, string>>): Promise<Result<null>>
  remove(name: string): Promise<Result<null>>
  /** The user accepts a changed tool in this definition. */
  accept(name: string, tool: string, definitionHash: string): Result<null>
  restart(name: string): Promise<Result<null>>
  /** Starts the server if it does not run, and lets the user read what it offers to attach. Fails if it can't be reached. */
  readContent<Value>(name: string, read: (content: ServerContent) => Promise<Value>): Promise<Result<Value>>
  /** Where the user would sign in at a server. Fails if it has no sign-in that Parley can use. */
  findSignIn(name: string): Promise<Result<SignInTarget>>
  /** Opens the page that `findSignIn` found; the user must have agreed to it. */
  signIn(name: string): Promise<Result<null>>
  signOut(name: string): Promise<Result<null>>
  /** Ends all servers. Never rejects. */
  close(): Promise<void>
}

/** A server and its tools. */
interface OpenServer {
  readonly server: ToolServer
  readonly process: SupervisedServer
  readonly tools: ServerTools
  readonly signIn: ServerSignIn | null
}

const unknownServer = failure('tool-server-unknown', 'There is no server of this name any more. The list shows the servers there are.')

/** Dependencies of one server. */
interface OpenServerOptions extends ToolServersOptions {
  readonly connect: Connect
  readonly commandPath: CommandPath
  readonly check: ArgumentCheck
  /** The values of its variables. */
  variables(): Promise<Readonly<Record<string, string>>>
  toolsChanged(): void
}

/** One server, not started yet. */
function openServer(server: ToolServer, options: OpenServerOptions): OpenServer {
  const { name } = server
  const { table, clock, elicitations, check, connect, version, environment, commandPath, toolsChanged } = options
  const running = createRunningCalls()
  const signIn = server.kind === 'address' ? signInOf(server) : null
  const process = createSupervisedServer({
    ...{ server, clock, connect, version, environment, commandPath, signIn },
    variables: options.variables,
    onTools: (sent) => tools.take(sent),
    onState: options.onChange,
    onMessage(shown, message) {
      const of = running.callOf(shown.direction, message)
      if (of !== null) options.onCallMessage(of.conversationId, name, shown)
    },
    onRequest: asks,
  })
  const tools = createServerTools({ server, table, clock, call, check, toolsChanged })

  async function call(known: KnownServerTool, input: JsonObject, context: ToolContext & AskingCall): Promise<unknown> {
    const { conversationId, toolCallId, toolName, signal } = context
    if (!options.mayStart()) throw new ToolError(messageOf('not-in-recording'))
    const connection = await process.ready().catch((error: unknown) => {
      const reason = error instanceof ToolError ? error.text : String(error)
      throw new ToolError(messageOf('server-not-running', { server: name, reason }))
    })
    if (!tools.isCurrent(known)) throw new ToolError(messageOf('server-tool-changed', { server: name, tool: known.tool.name }))
    signal.throwIfAborted()
    const asking = { conversationId, toolCallId, toolName }
    const end = running.begin(asking, known.tool.name)
    const progress = createCallProgress(toolCallId, clock, options.onProgress)
    try {
      return await connection.call(known.tool.name, input, signal, progress.take)
    } finally {
      progress.end()
      end()
      elicitations.callEnded(toolCallId)
    }
  }

  /** A server does not say for which call it asks: the latest one is the likeliest. Without a call nobody is asked. */
  function asks(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
    const latest = running.latest()
    return latest === undefined ? Promise.resolve({ kind: 'cancel' }) : elicitations.ask(name, latest, request, signal)
  }

  function signInOf(address: AddressServer): ServerSignIn {
    const { secrets, openPage, signedInText: pageText, onChange, report, findAddresses } = options
    // what the server was told before no longer holds
    const onSwitched = () =>
      void process.stop().then(() => {
        onChange()
        if (options.mayStart() && address.on) process.wake()
      })
    const clientSecret = async () => (await options.variables())[clientSecretName] ?? null
    return createServerSignIn({
      ...{ server: address, secrets, clock, openPage, pageText, onChange, onSwitched, report, findAddresses },
      clientSecret,
    })
  }

  return { server, process, tools, signIn }
}

/** The usable tools, and the tool that looks for those that are not declared. */
function createToolList(usable: () => readonly MainTool[], changed: () => void) {
  const declared = createDeclaredTools()
  const finding = findTools(usable, (names, conversationId) => {
    declared.declare(names, conversationId)
    changed()
  })
  return {
    all(): readonly MainTool[] {
      const tools = usable()
      return declared.leavesOut(tools) ? [finding, ...tools] : tools
    },
    undeclared: (conversationId: string, hidden: ReadonlySet<string>): ReadonlySet<string> =>
      declared.leftOut(
        usable().filter(({ name }) => !hidden.has(name)),
        conversationId,
      ),
  }
}

/** Creates the servers that the user agreed to; none is started yet, and nothing of the client library is loaded. */
export function createToolServers(options: ToolServersOptions): ToolServers {
  const { table, clock, connect = connectServer } = options
  const variables = createServerVariables(options.secrets, options.report)
  const commandPath = createCommandPath(options.environment)
  const open = new Map<string, OpenServer>()
  let loadedCheck: ArgumentCheck | null = null
  let isCheckWanted = false
  let listed: readonly MainTool[] | null = null
  let isClosed = false
  const list = createToolList(() => [...open.values()].flatMap(({ server, tools }) => (server.on ? tools.usable() : [])), options.onTools)

  function toolsChanged(): void {
    listed = null
    options.onTools()
    options.onChange()
  }

  function add(server: ToolServer): void {
    const values = () => variables.read(server.name, secretNames(server))
    const check: ArgumentCheck = (schema, input) => loadedCheck?.(schema, input) ?? null
    open.set(server.name, openServer(server, { ...options, connect, commandPath, variables: values, check, toolsChanged }))
  }

  async function drop(name: string): Promise<void> {
    const known = open.get(name)
    open.delete(name)
    known?.signIn?.close()
    await known?.process.stop()
  }

  function wake(): void {
    if (isClosed || !options.mayStart()) return
    const wanted = [...open.values()].filter(({ server }) => server.on)
    if (wanted.length === 0) return
    if (!isCheckWanted) {
      isCheckWanted = true
      loadArgumentCheck().then((loaded) => {
        loadedCheck = loaded
      }, options.report)
    }
    for (const { process } of wanted) process.wake()
  }

  const signInOf = (name: string): ServerSignIn | null => open.get(name)?.signIn ?? null
  const forgetSignIn = (name: string): Promise<void> => savedSignInStore(name, options.secrets, options.report).remove()

  for (const server of table.list()) add(server)

  return {
    tools: () => (listed ??= list.all()),
    undeclared: list.undeclared,
    list: () =>
      [...open.values()].map(({ server, process, tools, signIn }) => ({
        server,
        state: process.state(),
        tools: [...tools.summaries()],
        output: process.output(),
        signIn: signIn?.state() ?? { kind: 'none' },
      })),
    ruledTools: () => [...open.values()].flatMap(({ tools }) => tools.ruled()),
    messages: (name) => open.get(name)?.process.messages() ?? [],
    find: (name) => open.get(name)?.server ?? null,
    wake,
    woke() {
      for (const { process } of open.values()) process.woke()
    },
    async save(server, values) {
      const before = open.get(server.name)?.server ?? null
      const isAnother = before !== null && launchDiffers(before, server)
      if (before === null && open.size >= mostServers)
        return failure('tool-servers-full', `There are ${mostServers} servers already, which is the most. Remove one first.`)
      const stored = await storeServer({ table, clock, variables, report: options.report }, server, values, before)
      if (!stored.ok) return stored
      await drop(server.name)
      if (isAnother) await forgetSignIn(server.name)
      add(server)
      toolsChanged()
      // the user wants to see what it offers
      if (server.on) wake()
      return success(null)
    },
    async remove(name) {
      if (!open.has(name)) return unknownServer
      table.remove(name)
      await Promise.all([drop(name), variables.remove(name), forgetSignIn(name)])
      toolsChanged()
      return success(null)
    },
    accept: (name, tool, definitionHash) => open.get(name)?.tools.accept(tool, definitionHash) ?? unknownServer,
    async restart(name) {
      const known = open.get(name)
      if (known === undefined) return unknownServer
      await known.process.stop()
      if (options.mayStart() && known.server.on) known.process.wake()
      options.onChange()
      return success(null)
    },
    async readContent(name, read) {
      const known = open.get(name)
      return known?.server.on === true ? contentOf(known, options.mayStart(), read) : unknownServer
    },
    findSignIn: async (name) => signInOf(name)?.find() ?? unknownServer,
    signIn: async (name) => signInOf(name)?.begin() ?? unknownServer,
    async signOut(name) {
      const signIn = signInOf(name)
      if (signIn === null) return unknownServer
      await signIn.signOut()
      return success(null)
    },
    async close() {
      isClosed = true
      for (const { signIn } of open.values()) signIn?.close()
      await Promise.all([...open.values()].map(({ process }) => process.stop()))
    },
  }
}

/** What `read` gives for the content of a server; a server that can't be asked is a failed result. */
async function contentOf<Read>(
  { server, process }: OpenServer,
  mayStart: boolean,
  read: (content: ServerContent) => Promise<Read>,
): Promise<Result<Read>> {
  try {
    if (!mayStart) throw new ToolError(messageOf('not-in-recording'))
    return success(await read((await process.ready()).content))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return failure('server-content-failed', messageOf('server-content-failed', { server: server.name, reason: error.text }))
  }
}

/** Stores the server with the values of its environment, or nothing of both. */
async function storeServer(
  { table, clock, variables, report }: Pick<ToolServersOptions, 'table' | 'clock' | 'report'> & { readonly variables: ServerVariables },
  server: ToolServer,
  values: Readonly<Record<string, string>>,
  before: ToolServer | null,
): Promise<Result<null>> {
  let bringBack: () => Promise<void>
  try {
    bringBack = await variables.write(server.name, secretNames(server), values)
  } catch (error) {
    report(error)
    const ofDisk = diskRefusal(error)
    if (ofDisk !== null) return { ok: false, error: ofDisk }
    return failure(
      'key-not-stored',
      'The key store of this system refused the values of the server, so it was not saved. Unlock the key store and save it again.',
    )
  }
  try {
    const now = clock.now()
    const isAnother = before !== null && launchDiffers(before, server)
    const changed = before === null || isAnother ? [] : distrustedTools(before, server, table.tools(server.name), afterRules(clock, table))
    table.save(server, now, isAnother, changed)
  } catch (error) {
    await bringBack()
    throw error
  }
  return success(null)
}
