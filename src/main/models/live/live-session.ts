import { assertNever } from '../../../shared/lib/assert-never'
import type { Timer } from '../../../shared/lib/clock'
import { redact } from '../../../shared/text/redact'
import { type LiveLimits, liveLimits } from './backoff'
import { type LiveCapabilities, liveCapabilities, withoutOptionalFields } from './capabilities'
import { frameFacts } from './frame-facts'
import { goOnNote } from './go-on'
import { type HistoryTurn, trimHistory, turnsStillToSay } from './history'
import { createLiveConnections } from './live-connections'
import type { LiveSession, LiveSessionOptions } from './live-session-types'
import { type LiveContext, LiveSetupError } from './live-setup'
import type { Outgoing } from './outgoing'
import { publicState } from './public-state'
import { stepSession } from './session-machine'
import { type LiveEndpoint, type MachineState, offState, type SessionAction, type SessionEvent, type TimerName } from './session-state'
import { owesAnswer, owesTurn } from './session-watch'
import { onlyContextDiffers } from './setup-differs'
import { nonBlockingTools } from './tool-behavior'

export type { LiveSession, LiveSessionOptions } from './live-session-types'

/** The session shell: runs the state machine against clock, connector and chance. Starts off. */
export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const limits: LiveLimits = { ...liveLimits, ...options.limits }
  const connections = createLiveConnections()
  const timers = new Map<TimerName, Timer>()
  const queue: SessionEvent[] = []
  let running = false
  let machine: MachineState = { ...offState, handle: options.handle ?? null }
  let shown = publicState(machine)
  let capabilities: LiveCapabilities | null = null
  let renewing = false
  /** What the connected model was told. */
  let inUse: LiveContext | null = null
  /** The first connection that was opened. */
  let first: number | null = null

  /** Events that actions cause are handled after those actions, never in between. */
  function dispatch(event: SessionEvent): void {
    queue.push(event)
    if (running) return
    running = true
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next)
    } finally {
      running = false
    }
  }

  function handle(event: SessionEvent): void {
    const step = stepSession(machine, event, { now: options.clock.now(), random: options.random(), limits })
    machine = step.state
    for (const action of step.actions) act(action)
    const state = publicState(machine, options.chosen === true ? first : null)
    if (JSON.stringify(state) !== JSON.stringify(shown)) {
      shown = state
      tell(() => options.onState(state))
    }
  }

  function act(action: SessionAction): void {
    switch (action.type) {
      case 'connect':
        connect(action).catch((error: unknown) => {
          const cause = error instanceof LiveSetupError ? error.failureCause : 'internal'
          dispatch({ type: 'setup-failed', generation: action.generation, cause, detail: describeError(error) })
        })
        break
      case 'close':
        connections.get(action.generation)?.close()
        break
      case 'send':
        connections.get(action.generation)?.send(action.item)
        break
      case 'ask-to-go-on':
        connections.get(action.generation)?.send({ type: 'text', text: goOnNote(options.lastWords?.() ?? '') })
        break
      case 'start-timer':
        startTimer(action)
        break
      case 'cancel-timer':
        timers.get(action.name)?.cancel()
        timers.delete(action.name)
        break
      case 'deliver':
        tell(() => options.onFrame(action.frame))
        break
      case 'handle':
        tell(() => options.onHandle?.(action.handle))
        break
      case 'repeating':
        tell(() => options.onRepeat?.(action.turnIds))
        break
      default:
        assertNever(action, 'session action')
    }
  }

  function startTimer({ name, generation, delayMs }: Extract<SessionAction, { type: 'start-timer' }>): void {
    timers.get(name)?.cancel()
    const timer = options.clock.after(delayMs, () => {
      timers.delete(name)
      dispatch({ type: 'timer', name, generation })
    })
    timers.set(name, timer)
  }

  /** A listener that throws must not break the session, which is in the middle of a step here. */
  function tell(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      frameFault(describeError(error))
    }
  }

  function frameFault(detail: string): void {
    if (options.onFrameFault === undefined) options.onMalformed()
    else options.onFrameFault(detail)
  }

  async function connect({ generation, handle, minimalSetup, trimmed }: Extract<SessionAction, { type: 'connect' }>): Promise<void> {
    renewing = false
    const wanted = await options.setup()
    // The service takes no handle of a session that is still open.
    await connections.allGone()
    if (machine.generation !== generation || machine.phase !== 'connecting') return
    const setup = minimalSetup ? { ...wanted, tools: [] } : wanted
    const { apiKey, baseUrl, model } = setup
    const endpoint: LiveEndpoint = { baseUrl, model }
    if (apiKey === null || apiKey.trim() === '') throw new LiveSetupError('key-missing', 'no API key is set')
    const modelCapabilities = liveCapabilities(model, setup.described)
    const used = minimalSetup ? withoutOptionalFields(modelCapabilities) : modelCapabilities
    capabilities = used
    if (wanted.tools.length > 0) tell(() => options.onToolsOff?.(minimalSetup))
    inUse = setup
    const usedHandle = used.sessionResumption && handle !== null && sameEndpoint(handle.endpoint, endpoint) ? handle.handle : null
    const history = usedHandle === null ? historyFor(trimmed) : []
    const connection = options.connector.connect(
      {
        setup: { ...setup, apiKey: apiKey.trim() },
        capabilities: used,
        handle: usedHandle,
        history,
        ...(options.fileOf !== undefined && { fileOf: options.fileOf }),
      },
      {
        onOpen() {
          first ??= generation
          dispatch({
            type: 'opened',
            generation,
            resumed: usedHandle !== null,
            reseeded: history.length > 0,
            nonBlockingTools: nonBlockingTools(setup.tools, used),
            thinksLong: used.thinksLong || (setup.choices.thinking === 'high' && used.thinkingLevels.includes('high')),
          })
          if (renewing) dispatch({ type: 'renew' })
          renewing = false
        },
        onFrame: (frame) => dispatch({ type: 'frame', generation, endpoint, frame, facts: frameFacts(frame) }),
        onMalformed: () => {
          if (machine.generation === generation) options.onMalformed()
        },
        onFrameFault: frameFault,
        onClose: (close) => {
          connections.gone(generation)
          dispatch({ type: 'closed', generation, close })
        },
      },
    )
    connections.add(generation, connection)
  }

  /** Tells a running session its new instruction and tools. False where its model does not take that, or more has changed. */
  function updateContext(): boolean {
    if (machine.phase !== 'ready' || inUse === null || capabilities === null) return false
    if (!capabilities.contextUpdate || capabilities.history === 'instruction') return false
    const next = options.context?.() ?? null
    if (next === null || !onlyContextDiffers(inUse.choices, next.choices)) return false
    const { generation } = machine
    inUse = next
    connections.get(generation)?.updateContext(next)
    dispatch({ type: 'context-updated', generation, nonBlockingTools: nonBlockingTools(next.tools, capabilities) })
    return true
  }

  function historyFor(trimmed: boolean): readonly HistoryTurn[] {
    const turns = options.history?.(turnsStillToSay(machine.outbox.items)) ?? []
    return trimHistory(turns, trimmed ? limits.trimmedHistoryCharacters : limits.historyCharacters)
  }

  function say(item: Outgoing): void {
    dispatch({ type: 'say', item })
  }

  return {
    start: () => dispatch({ type: 'start' }),
    retry: () => dispatch({ type: 'retry' }),
    stop: () => {
      dispatch({ type: 'stop' })
      return connections.allGone()
    },
    leave: () => {
      dispatch({ type: 'leave' })
      return connections.allGone()
    },
    owesAnswer: () => owesAnswer(machine),
    owesTurn: (turnId) => owesTurn(machine, turnId),
    renew() {
      if (machine.phase === 'connecting') renewing = true
      else if (!updateContext()) dispatch({ type: 'renew' })
    },
    activityStart: (turnId) => say({ type: 'activity-start', ...(turnId !== undefined && { turnId }) }),
    // A copy: what is kept must not change when the caller uses its buffer again.
    sendAudio: (pcm) => say({ type: 'audio', pcm: pcm.slice() }),
    activityEnd: () => say({ type: 'activity-end' }),
    takeBack: () => dispatch({ type: 'take-back' }),
    sendText: (text, turnId, files = []) =>
      say({ type: 'text', text, ...(turnId !== undefined && { turnId }), ...(files.length > 0 && { files }) }),
    sendPicture: (url) => say({ type: 'picture', url }),
    giveUpAnswer: () => dispatch({ type: 'give-up' }),
    askAgain() {
      const { asked, speaking } = machine
      if (speaking || asked.items.length === 0) return false
      dispatch({ type: 'ask-again' })
      return true
    },
    sendToolResponses: (responses) => say({ type: 'tool-responses', responses }),
    state: () => shown,
    capabilities: () => capabilities,
  }
}

function describeError(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}

function sameEndpoint(one: LiveEndpoint, other: LiveEndpoint): boolean {
  return one.baseUrl === other.baseUrl && one.model === other.model
}
