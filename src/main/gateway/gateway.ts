import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Result } from '../../shared/lib/result'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { Facts, Logger } from '../lib/log/logger'
import { createFileStorer, type StoreFile } from '../storage/attachments/file-storer'
import type { Store } from '../storage/database/store'
import type { ToolGate } from '../tool-calls/tool-pipeline'
import { createAdmission } from './admission'
import { agUiRoutes } from './ag-ui-routes'
import { chatRoutes } from './chat-routes'
import { createClientAnswers } from './client-answers'
import type { ClientBridge } from './client-bridge'
import { dataRoutes, type GatewayData } from './data-routes'
import { createDeferredTasks } from './deferred-tasks'
import { createGatewayClients, type GatewayClients } from './gateway-clients'
import type { GatewayContext } from './gateway-context'
import { type GatewayLimits, gatewayLimits } from './gateway-limits'
import { createGatewayServer } from './gateway-server'
import { createGatewayThreads } from './gateway-threads'
import { historyRoute } from './history-route'
import { createIdleRelease } from './idle-release'
import { createLiveServer, liveRoute } from './live-server'
import { openApiRoute } from './open-api'
import { createOpenStreams } from './open-streams'
import { HttpProblem, type Route, sendJson } from './routes'
import { createTanstackRoutes } from './tanstack-routes'
import { toolsRoute } from './tools-route'

/** Serves the assistant to other programs on this machine. Closed until opened. */
export interface Gateway {
  readonly clients: GatewayClients
  /** Listens on 127.0.0.1; 0 takes any free port. The failure says why the port is unavailable. */
  open(port: number): Promise<Result<{ readonly port: number }>>
  /** The current port, or null. */
  port(): number | null
  /** Lets running answers end for a few seconds, then closes. Safe to call twice. */
  close(): Promise<void>
}

export interface GatewayOptions {
  readonly version: string
  readonly store: Store
  readonly registry: ConversationRegistry
  readonly gate: Pick<ToolGate, 'queue' | 'toolBox' | 'audit' | 'policy' | 'seen'>
  readonly bridge: ClientBridge
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Logger
  readonly data: GatewayData
  /** Limits that override the usual ones. */
  readonly limits?: Partial<GatewayLimits> | undefined
  /** A client rewound a thread to an earlier message. */
  onRewound(conversationId: string): void
  /** The list of clients changed. */
  onClients(clients: readonly GatewayClient[]): void
}

export function createGateway(options: GatewayOptions): Gateway {
  const { store, registry, gate, clock, newId, log } = options
  const limits = { ...gatewayLimits, ...options.limits }
  const later = createDeferredTasks(clock)
  const streams = createOpenStreams(limits.streamsPerClient)
  const answers = createClientAnswers({ queue: gate.queue, toolBox: gate.toolBox, registry })
  const idle = createIdleRelease({
    clock,
    later,
    idle: limits.idle,
    atHand: limits.atHand,
    soon: limits.soon,
    letGo(conversationId) {
      if (answers.pending(options.bridge.thread(conversationId)).length > 0 || !registry.release(conversationId)) return false
      options.bridge.forget(conversationId)
      return true
    },
  })
  const clients = createGatewayClients({
    store,
    clock,
    newId,
    audit: (what, { clientId, name, scopes, origins }) =>
      gate.audit.record(
        { conversationId: '', toolCallId: '', toolName: '', approvalId: null },
        { kind: 'client', what, clientId, name, scopes: [...scopes], origins: [...origins] },
      ),
    onChange(revokedId) {
      if (revokedId !== null) streams.cutAll(revokedId)
      options.onClients(clients.list())
    },
  })
  const openTasks: (() => void)[] = []
  const parts: GatewayContext = {
    registry,
    queue: gate.queue,
    audit: gate.audit,
    toolBox: gate.toolBox,
    seen: gate.seen,
    bridge: options.bridge,
    threads: createGatewayThreads(store, registry, clock, limits),
    answers,
    streams,
    idle,
    limits,
    clock,
    later,
    newId,
    attachments: store.attachments,
    clientOf(conversationId) {
      const clientId = store.gatewayThreads.clientOf(conversationId)
      return clients.list().find((client) => client.clientId === clientId) ?? null
    },
    whenOpen: (task) => void openTasks.push(task),
    async rewind(conversationId, messageId) {
      await registry.renew(conversationId, () => store.branches.forkBefore(conversationId, messageId))
      options.onRewound(conversationId)
    },
    keepFile: withinQuota(createFileStorer(store.attachments, newId), store.gatewayThreads, limits),
  }
  const tanstack = createTanstackRoutes(parts)
  const routes: readonly Route[] = [
    healthRoute(options.version),
    openApiRoute(options.version, () => routes),
    ...chatRoutes(parts, tanstack.answerContract),
    historyRoute(parts),
    toolsRoute(parts, gate.policy),
    ...agUiRoutes(parts),
    ...tanstack.routes,
    ...dataRoutes(parts, options.data),
    liveRoute,
  ]
  let isOpen = false
  const admission = createAdmission(clients, limits, clock, () => server.port())
  const live = createLiveServer(parts, admission, (known) => ({ ...known, ...invocationOf(registry, known) }))
  const server = createGatewayServer({
    limits,
    admission: () => admission,
    routes: () => routes,
    upgrade: (request, socket, head) => live.upgrade(request, socket, head),
    report: (what, detail) => log.warn(what, { detail: detail instanceof Error ? detail : String(detail) }),
    log,
    logFacts: (known) => invocationOf(registry, known),
  })

  function idleOrLate(): Promise<void> {
    return new Promise((resolve) => {
      const timer = clock.after(limits.closing, resolve)
      void streams.idle().then(() => {
        timer.cancel()
        resolve()
      })
    })
  }

  return {
    clients,
    async open(port) {
      later.begin()
      idle.begin()
      const opened = await server.listen(port)
      isOpen = opened.ok
      if (opened.ok) for (const task of openTasks) task()
      if (opened.ok) log.info('gateway open', { port: opened.value.port })
      return opened
    },
    port: () => (isOpen ? server.port() : null),
    async close() {
      if (!isOpen) return
      isOpen = false
      live.close()
      await server.close(idleOrLate())
      later.forgetAll()
      log.info('gateway closed')
    },
  }
}

function healthRoute(version: string): Route {
  return {
    method: 'GET',
    path: '/api/health',
    scope: 'open',
    handle: ({ response }) => sendJson(response, 200, { status: 'ok', name: 'Parley', version }),
  }
}

/** The turn that a request is about, which the older contract calls its invocation. */
export function invocationOf(registry: Pick<ConversationRegistry, 'get' | 'statuses'>, { conversationId }: Facts): Facts {
  // a line about a conversation that was released or removed meanwhile opens none
  if (typeof conversationId !== 'string' || registry.statuses().every((status) => status.conversationId !== conversationId)) return {}
  const turnId = registry.get(conversationId).messages().at(-1)?.metadata?.turnId
  return typeof turnId === 'string' ? { invocationId: turnId } : {}
}

/** Keeps files of clients as long as all of theirs have room. */
function withinQuota(
  keep: StoreFile,
  { bytesBeside }: Pick<Store['gatewayThreads'], 'bytesBeside'>,
  { keptBytes }: GatewayLimits,
): StoreFile {
  return (conversationId, file, place) => {
    if (bytesBeside(conversationId) + file.content.byteLength > keptBytes)
      throw new HttpProblem(
        413,
        'too-many-files',
        `The files of this client in Parley have ${Math.round(keptBytes / 1e6)} MB together, and that is the most. Delete some of its conversations in Parley.`,
      )
    return keep(conversationId, file, place)
  }
}
