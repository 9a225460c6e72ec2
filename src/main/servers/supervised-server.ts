import type { ServerMessage } from '../../shared/ipc/tool-server-calls'
import type { Clock, Timer } from '../../shared/lib/clock'
import { type DisplayText, messageOf } from '../../shared/messages/message'
import type { ToolServer } from '../../shared/servers/tool-server'
import { ToolError } from '../tool-calls/tools/main-tool'
import { type ListedConnection, type ListedConnectionOptions, openListed } from './listed-connection'
import { createMessageLog } from './message-log'
import { type Connect, startTime, wakingStartTime } from './server-connection'
import type { ServerSignIn } from './sign-in/server-sign-in'

/** How a server is. */
export type ServerState = { readonly phase: 'stopped' | 'starting' | 'ready' } | { readonly phase: 'failed'; readonly why: DisplayText }

/** A server that ended by itself is started again after these times, in ms, and then no more. */
const AGAIN = [1000, 2000, 4000, 8000, 16_000] as const
/** A server that ran so long, in ms, begins again with the first of them. */
const STEADY = 60_000
/** A server that could not be started is not tried again within this time, in ms, unless the user wants it. */
const PAUSE = 10_000

/** Dependencies of a supervised server. */
export interface SupervisedServerOptions
  extends Omit<ListedConnectionOptions, 'onClosed' | 'onOutput' | 'onMessage' | 'signal' | 'signIn' | 'startWithin' | 'variables'> {
  readonly server: ToolServer
  readonly connect: Connect
  readonly signIn: ServerSignIn | null
  /** The values of its variables. */
  variables(): Promise<Readonly<Record<string, string>>>
  onState(): void
  /** A message passes. `shown`: as it may be shown. */
  onMessage(shown: ServerMessage, message: unknown): void
}

/** One server: started when it is needed, started again when it ended, and never a cost to anything else. */
export interface SupervisedServer {
  state(): ServerState
  output(): string
  /** The last messages, also of connections that have ended. */
  messages(): readonly ServerMessage[]
  /** Starts it unless it runs, or failed just now. Never rejects. */
  wake(): void
  /** Resolves when it runs and its list of tools is current; rejects with a `ToolError`. */
  ready(): Promise<ListedConnection>
  /**
   * The computer woke. A server of the web is connected to anew, because its connection may be dead without a sign; calls that run there
   * end as lost if none comes soon.
   */
  woke(): void
  /** Ends it. It can be started again. Never rejects. */
  stop(): Promise<void>
}

/** The starts of a server that ended by itself. `startWithin`: ms that each of them may take. */
interface Restarts {
  /** Starts it after a while, and again after a longer one if that fails. */
  later(startWithin: number): void
  /** Starts it now, and later if that fails. */
  now(startWithin: number): void
  /** The next failure is the first one. */
  forget(): void
  cancel(): void
}

/** `generation`: a start that fails in another one than it began in is not tried again. */
function createRestarts(clock: Clock, start: (startWithin: number) => Promise<unknown>, generation: () => number): Restarts {
  let failures = 0
  let timer: Timer | null = null

  function later(startWithin: number): void {
    const delay = AGAIN[failures]
    failures += 1
    timer?.cancel()
    if (delay !== undefined) timer = clock.after(delay, () => now(startWithin))
  }

  function now(startWithin: number): void {
    const of = generation()
    start(startWithin).catch(() => {
      if (of === generation()) later(startWithin)
    })
  }

  return {
    later,
    now,
    forget() {
      failures = 0
    },
    cancel() {
      timer?.cancel()
      failures = 0
    },
  }
}

/** Creates the supervision of a server that is stopped. */
export function createSupervisedServer(options: SupervisedServerOptions): SupervisedServer {
  const { server, clock } = options
  let state: ServerState = { phase: 'stopped' }
  let running: { readonly connection: ListedConnection; readonly since: number } | null = null
  let starting: { readonly connection: Promise<ListedConnection>; readonly abort: AbortController } | null = null
  /** The connection of before the computer slept, whose last calls may still run. */
  let retired: ListedConnection | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let output = ''
  let secrets: readonly string[] = []
  const messages = createMessageLog(clock, () => [...secrets, ...(options.signIn?.secrets() ?? [])])
  /** What was started before this changed is not used. */
  let generation = 0
  const restarts = createRestarts(clock, start, () => generation)

  function show(next: ServerState): void {
    state = next
    options.onState()
  }

  function fail(why: DisplayText): void {
    failedAt = clock.now()
    show({ phase: 'failed', why })
  }

  function closed(of: number, why: DisplayText): void {
    if (of !== generation || running === null) return
    const { connection, since } = running
    output = connection.output()
    running = null
    generation += 1
    void connection.close()
    if (clock.now() - since > STEADY) restarts.forget()
    fail(why)
    restarts.later(startTime)
  }

  async function begin(of: number, { signal }: AbortController, startWithin: number): Promise<ListedConnection> {
    show({ phase: 'starting' })
    const { connect, version, commandPath, environment, signIn, onTools, onRequest } = options
    const variables = await options.variables()
    secrets = Object.values(variables)
    const connection = await openListed(connect, server, {
      ...{ version, clock, commandPath, environment, signIn, signal, startWithin, onTools, onRequest },
      variables,
      onMessage: (direction, message) => options.onMessage(messages.add(direction, message), message),
      onClosed: (why) => closed(of, why),
      onOutput(last) {
        output = last
      },
    })
    running = { connection, since: clock.now() }
    show({ phase: 'ready' })
    return connection
  }

  function start(startWithin = startTime): Promise<ListedConnection> {
    if (running !== null) return Promise.resolve(running.connection)
    if (starting !== null) return starting.connection
    const of = generation
    const abort = new AbortController()
    const connection = begin(of, abort, startWithin)
      .catch((error: unknown) => {
        const why = error instanceof ToolError ? error.text : messageOf('server-unreachable', { reason: String(error).slice(0, 300) })
        if (of === generation) fail(why)
        throw new ToolError(why)
      })
      .finally(() => {
        if (of === generation) starting = null
      })
    starting = { connection, abort }
    return connection
  }

  return {
    state: () => state,
    messages: messages.list,
    output: () => running?.connection.output() ?? output,
    wake() {
      const pause = clock.now() - failedAt
      // negative: the clock was set back
      if (pause >= PAUSE || pause < 0) void start().catch(() => undefined)
    },
    async ready() {
      const connection = await start()
      await connection.current()
      return connection
    },
    woke() {
      if (server.kind !== 'address' || running === null) return
      const { connection } = running
      generation += 1
      running = null
      restarts.forget()
      retired = connection
      void connection.retire()
      // the network may come back later than the computer
      restarts.now(wakingStartTime)
    },
    async stop() {
      generation += 1
      restarts.cancel()
      failedAt = Number.NEGATIVE_INFINITY
      const connection = running?.connection
      const begun = starting
      begun?.abort.abort()
      running = null
      starting = null
      state = { phase: 'stopped' }
      await Promise.all([connection?.close(), retired?.close()])
      await begun?.connection.then(({ close }) => close()).catch(() => undefined)
    },
  }
}
