import { redact } from '../../../shared/text/redact'
import type { LiveLimits } from './backoff'
import { type LiveCapabilities, liveCapabilities, withoutOptionalFields } from './capabilities'
import { frameFacts } from './frame-facts'
import type { LiveConnection } from './live-connector'
import type { LiveSessionOptions, SessionRun } from './live-session'
import { type LiveContext, type LiveSetup, LiveSetupError } from './live-setup'
import type { LiveEndpoint, MachineState, SessionAction } from './session-state'
import { onlyContextDiffers } from './setup-differs'
import { nonBlockingTools } from './tool-behavior'
import { type HistoryTurn, trimHistory, turnsStillToSay } from './trim-history'

/** The connections of one session by generation, until their sockets are gone. */
export interface LiveConnections {
  get(generation: number): LiveConnection | undefined
  add(generation: number, connection: LiveConnection): void
  /** The socket is gone. */
  gone(generation: number): void
  /** Resolves when no socket is left. */
  allGone(): Promise<void>
}

/** Creates the list; there is no connection. */
export function createLiveConnections(): LiveConnections {
  const connections = new Map<number, LiveConnection>()
  const waiting: (() => void)[] = []

  function settle(): void {
    if (connections.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    get: (generation) => connections.get(generation),
    add: (generation, connection) => void connections.set(generation, connection),
    gone(generation) {
      connections.delete(generation)
      settle()
    },
    allGone: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        settle()
      }),
  }
}

type ConnectAction = Extract<SessionAction, { type: 'connect' }>

/** Opens connections, each with the setup of its time, and updates the setup of the open one. */
export interface SessionConnector {
  connect(action: ConnectAction): Promise<void>
  /** The setup changed: a running session is updated if its model supports that, any other is renewed. */
  renew(): void
  /** Capabilities of the latest connection's model; null before the first. */
  capabilities(): LiveCapabilities | null
  /** The generation of the first connection; null before it. */
  first(): number | null
}

/** Calls listeners that must not break the session. */
export interface Listeners {
  /** What the listener throws is reported. */
  notify(listener: () => void): void
  fault(detail: string): void
}

/** Creates the connector; nothing is connected. */
export function createSessionConnector(
  options: LiveSessionOptions,
  limits: LiveLimits,
  connections: LiveConnections,
  listeners: Listeners,
  run: () => SessionRun,
): SessionConnector {
  let capabilities: LiveCapabilities | null = null
  let renewing = false
  /** The connected model's context. */
  let inUse: LiveContext | null = null
  let first: number | null = null

  function historyFor(trimmed: boolean): readonly HistoryTurn[] {
    const turns = options.history?.(turnsStillToSay(run().machine().outbox.items)) ?? []
    return trimHistory(turns, trimmed ? limits.trimmedHistoryCharacters : limits.historyCharacters)
  }

  async function connect({ generation, handle, minimalSetup, trimmed }: ConnectAction): Promise<void> {
    renewing = false
    const wanted = await options.setup()
    // The service refuses the handle of a session that is still open.
    await connections.allGone()
    const machine = run().machine()
    if (machine.generation !== generation || machine.phase !== 'connecting') return
    const setup = minimalSetup ? { ...wanted, tools: [] } : wanted
    const { apiKey, baseUrl, model } = setup
    const endpoint: LiveEndpoint = { baseUrl, model }
    if (apiKey === null || apiKey.trim() === '') throw new LiveSetupError('key-missing', 'no API key is set')
    const modelCapabilities = liveCapabilities(model, setup.described)
    const used = minimalSetup ? withoutOptionalFields(modelCapabilities) : modelCapabilities
    capabilities = used
    inUse = setup
    const usedHandle = used.sessionResumption && handle !== null && sameEndpoint(handle.endpoint, endpoint) ? handle.handle : null
    const history = usedHandle === null ? historyFor(trimmed) : []
    const request = {
      setup: { ...setup, apiKey: apiKey.trim() },
      capabilities: used,
      handle: usedHandle,
      history,
      ...(options.fileOf !== undefined && { fileOf: options.fileOf }),
    }
    const connection = options.connector.connect(request, {
      onOpen() {
        // a setup that is refused without tools too is no session in which tools are off
        if (wanted.tools.length > 0) listeners.notify(() => options.onToolsOff?.(minimalSetup))
        opened(generation, setup, used, { resumed: usedHandle !== null, reseeded: history.length > 0 })
      },
      onFrame: (frame) => run().dispatch({ type: 'frame', generation, endpoint, frame, facts: frameFacts(frame) }),
      onMalformed() {
        if (run().machine().generation === generation) options.onMalformed()
      },
      onFrameFault: listeners.fault,
      onClose(close) {
        connections.gone(generation)
        run().dispatch({ type: 'closed', generation, close })
      },
    })
    connections.add(generation, connection)
  }

  function opened(
    generation: number,
    setup: LiveSetup,
    used: LiveCapabilities,
    memory: { readonly resumed: boolean; readonly reseeded: boolean },
  ): void {
    first ??= generation
    run().dispatch({
      type: 'opened',
      generation,
      ...memory,
      nonBlockingTools: nonBlockingTools(setup.tools, used),
      thinksLong: used.thinksLong || (setup.choices.thinking === 'high' && used.thinkingLevels.includes('high')),
    })
    if (renewing) run().dispatch({ type: 'renew' })
    renewing = false
  }

  /** Updates instruction and tools of a running session. False if the model does not support that, or if more has changed. */
  function updateContext({ phase, generation }: MachineState): boolean {
    if (phase !== 'ready' || inUse === null || capabilities === null) return false
    if (!capabilities.contextUpdate || capabilities.history === 'instruction') return false
    const next = options.context?.() ?? null
    if (next === null || !onlyContextDiffers(inUse.choices, next.choices)) return false
    inUse = next
    connections.get(generation)?.updateContext(next)
    run().dispatch({ type: 'context-updated', generation, nonBlockingTools: nonBlockingTools(next.tools, capabilities) })
    return true
  }

  return {
    connect,
    renew() {
      const machine = run().machine()
      if (machine.phase === 'connecting') renewing = true
      else if (!updateContext(machine)) run().dispatch({ type: 'renew' })
    },
    capabilities: () => capabilities,
    first: () => first,
  }
}

/** Returns the listeners' guard. */
export function createListeners(options: Pick<LiveSessionOptions, 'onFrameFault' | 'onMalformed'>): Listeners {
  function fault(detail: string): void {
    if (options.onFrameFault === undefined) options.onMalformed()
    else options.onFrameFault(detail)
  }

  return {
    fault,
    /** The session is in the middle of a step when it calls a listener. */
    notify(listener) {
      try {
        listener()
      } catch (error) {
        fault(describeError(error))
      }
    },
  }
}

/** The text of an error, without keys. */
export function describeError(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}

function sameEndpoint(one: LiveEndpoint, other: LiveEndpoint): boolean {
  return one.baseUrl === other.baseUrl && one.model === other.model
}
