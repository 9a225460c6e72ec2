import type { HotkeyBinding, HotkeyState } from '../../../shared/hotkeys/hotkey-state'
import { type HotkeyAction, type Hotkeys, hotkeyActions, keysOf, type Shortcut, sameShortcut } from '../../../shared/hotkeys/shortcut'
import type { Clock } from '../../../shared/lib/clock'
import { type Message, messageOf } from '../../../shared/messages/message'
import { createTaskQueue } from '../../lib/task-queue'
import type { HeldHotkeys, HotkeyListener } from '../platform'
import { watchHeldKey } from './held-key'
import type { HoldSignal } from './hold-key'
import { holdObstacle } from './hotkey-plan'
import { type BoundKeys, type HotkeyOptions, type PortalKeys, type PortalListener, type TakenKey, unsupportedKey } from './hotkey-types'
import { createPressedKeys } from './pressed-keys'

/**
 * The effective keys: the held one is the talk key if it works, otherwise the toggle. `obstacle`: why no key can be held here.
 */
function summedUp(bindings: readonly HotkeyBinding[], obstacle: Message | null): HotkeyState {
  const working = bindings.filter(({ shortcut, problem }) => shortcut !== null && problem === null)
  const hold = working.find(({ action }) => action === 'hold')
  if (hold !== undefined) return { mode: 'hold', global: true, keys: hold.keys, reason: null, bindings: [...bindings] }
  const wanted = bindings.find(({ action }) => action === 'hold')?.shortcut !== null
  const toggle = working.find(({ action }) => action === 'toggle')
  if (toggle !== undefined)
    return { mode: 'toggle', global: true, keys: toggle.keys, reason: wanted ? obstacle : null, bindings: [...bindings] }
  const taken = bindings.find(({ action, problem }) => action === 'toggle' && problem === 'taken')
  const reason = taken === undefined ? obstacle : messageOf('shortcut-taken', { obstacle: obstacle ?? '', keys: taken.keys.join('+') })
  return { mode: 'none', global: false, keys: [], reason, bindings: [...bindings] }
}

/** A portal that withdraws its keys twice within this time is not asked again. */
const LOST_AGAIN_MS = 60_000
/** How long the app waits for its keys before it continues without them. */
const TIMEOUT_MS = 3000

/** The keys that the desktop's portal provides. */
interface PortalBinding {
  isBound(): boolean
  /** The portal's name of the key; undefined where it has none. */
  keyOf(action: HotkeyAction): string | undefined
  /** Why the portal provides no keys; null where it does, or was not asked. */
  obstacle(): Message | null
  /** Asks for these keys. A request that the user refused is not repeated. */
  ask(hotkeys: Hotkeys): Promise<void>
  /** Ends a request that is under way. */
  abort(): void
  giveBack(): void
}

interface PortalBindingEvents {
  heard(action: HotkeyAction, signal: HoldSignal): void
  /** The keys have other names. */
  renamed(): void
  /** The portal has withdrawn the keys. */
  lost(): void
}

function createPortalBinding({ clock, facts, portal }: HotkeyOptions, events: PortalBindingEvents): PortalBinding {
  let bound: Extract<BoundKeys, { readonly kind: 'bound' }> | null = null
  let keys: PortalKeys = {}
  let obstacle: Message | null = null
  let asked: Hotkeys | null = null
  let declined: Hotkeys | null = null
  let lostAt = Number.NEGATIVE_INFINITY
  let asking = new AbortController()

  const listener: PortalListener = {
    heard: events.heard,
    changed(next) {
      keys = next
      events.renamed()
    },
    /** The portal's keys are gone: asks once more, and gives up if they are withdrawn again at once. */
    closed(reason) {
      bound = null
      obstacle = reason
      if (clock.now() - lostAt < LOST_AGAIN_MS) declined = asked
      lostAt = clock.now()
      events.lost()
    },
  }

  return {
    isBound: () => bound !== null,
    keyOf: (action) => (bound === null ? undefined : keys[action]),
    obstacle: () => obstacle,
    async ask(hotkeys) {
      asked = hotkeys
      if (!facts.wayland || portal === null || (declined !== null && sameHotkeys(declined, hotkeys))) return
      asking = new AbortController()
      const answer = await portal.bind(hotkeys, listener, asking.signal)
      obstacle = answer.kind === 'none' ? answer.reason : null
      declined = answer.kind === 'none' && answer.refused ? hotkeys : null
      if (answer.kind === 'none') return
      bound = answer
      keys = answer.keys
    },
    abort: () => asking.abort(),
    giveBack() {
      bound?.dispose()
      bound = null
    },
  }
}

/** What is known of each key. */
interface Bindings {
  all(): readonly HotkeyBinding[]
  /** Names the keys anew. `takenFrom` registers a key; while keys are recorded it is null, and nothing is registered. */
  update(hotkeys: Hotkeys, takenFrom: ((action: HotkeyAction, shortcut: Shortcut) => TakenKey) | null): void
  /** A press, and its release if it can be seen, shows that the key works here. True if that was not known. */
  seen(action: HotkeyAction, signal: HoldSignal): boolean
  isDown(): boolean
}

function createBindings({ clock, operatingSystem }: HotkeyOptions, keyOf: PortalBinding['keyOf']): Bindings {
  let bindings: readonly HotkeyBinding[] = []
  let isDown = false

  function bindingOf(action: HotkeyAction, shortcut: Shortcut, taken: TakenKey): HotkeyBinding {
    const before = bindings.find((one) => one.action === action && sameShortcut(one.shortcut, shortcut) && one.backend === taken.backend)
    const { backend, hold, global, problem } = taken
    const named = keyOf(action)
    const keys = named === undefined ? [...keysOf(shortcut, operatingSystem)] : [named]
    return { action, shortcut, keys, backend, hold, global, problem, verified: problem === null ? (before?.verified ?? null) : null }
  }

  return {
    all: () => bindings,
    update(hotkeys, takenFrom) {
      bindings = hotkeyActions.map((action): HotkeyBinding => {
        const shortcut = hotkeys[action]
        if (shortcut === null) return { ...unsupportedKey, action, shortcut, keys: [], problem: null, verified: null }
        const before = bindings.find((one) => one.action === action)
        return bindingOf(action, shortcut, takenFrom?.(action, shortcut) ?? before ?? { ...unsupportedKey, problem: null })
      })
    },
    seen(action, signal) {
      if (action === 'hold') {
        const wasDown = isDown
        isDown = signal === 'press'
        if (!wasDown || signal !== 'release') return false
      } else if (signal !== 'press') return false
      if (!bindings.some((binding) => binding.action === action && binding.verified === null)) return false
      bindings = bindings.map((binding) => (binding.action === action ? { ...binding, verified: clock.now() } : binding))
      return true
    },
    isDown: () => isDown,
  }
}

/** Resolves when the keys are there, or when the user is asked for them for too long. */
function untilTaken(taken: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const waiting = clock.after(TIMEOUT_MS, resolve)
    void taken
      .catch(() => undefined)
      .then(() => {
        waiting.cancel()
        resolve()
      })
  })
}

/**
 * Registers the user's keys, each in the best way that this desktop offers: its own portal, or else a watcher of all keys for the held
 * one and the system's shortcut table for pressed ones. Reports the result for each, and when a real press was seen. Never rejects.
 */
export async function takeHotkeys(options: HotkeyOptions, listener: HotkeyListener, first: Hotkeys): Promise<HeldHotkeys> {
  let hotkeys = first
  let mode: 'use' | 'test' | 'record' = 'use'
  let closed = false
  const held = await watchHeldKey(options, holdObstacle(options.facts), messageOf('hold-not-watched'), (signal) => heard('hold', signal))
  const pressed = createPressedKeys(options, (action) => heard(action, 'press'))
  const portal = createPortalBinding(options, { heard, renamed: nameAll, lost })
  const bindings = createBindings(options, portal.keyOf)
  const inOrder = createTaskQueue()

  function heard(action: HotkeyAction, signal: HoldSignal): void {
    if (mode === 'record') return
    if (bindings.seen(action, signal)) showState()
    if (mode === 'test') return listener.seen(action, signal)
    if (action === 'hold') return listener[signal]()
    if (signal === 'press') listener[action]()
  }

  function lost(): void {
    if (bindings.isDown()) heard('hold', 'release')
    if (!closed) void anew()
  }

  function showState(): void {
    if (!closed) listener.state(summedUp(bindings.all(), portal.obstacle() ?? held.obstacle))
  }

  function takenFrom(action: HotkeyAction, shortcut: Shortcut): TakenKey {
    if (portal.isBound())
      return { backend: 'portal', hold: true, global: true, problem: portal.keyOf(action) === undefined ? 'unsupported' : null }
    if (action !== 'hold') {
      const problem = pressed.take(action, shortcut) ? null : 'taken'
      return { backend: 'shortcut', hold: false, global: problem === null, problem }
    }
    return held.watch(shortcut) ? { backend: 'hook', hold: true, global: true, problem: null } : unsupportedKey
  }

  function nameAll(): void {
    bindings.update(hotkeys, mode === 'record' ? null : takenFrom)
    showState()
  }

  function giveAllBack(): void {
    portal.giveBack()
    held.watch(null)
    for (const action of hotkeyActions) pressed.giveBack(action)
  }

  async function takeAll(): Promise<void> {
    giveAllBack()
    if (mode !== 'record') await portal.ask(hotkeys)
    if (closed) giveAllBack()
    else nameAll()
  }

  /** One after the other: the portal may take its time. */
  function anew(): Promise<void> {
    portal.abort()
    return inOrder(takeAll)
  }

  // a desktop may ask the user, who may take long to answer
  await untilTaken(inOrder(takeAll), options.clock)
  return {
    async use(next) {
      // keys that another program had may be free by now
      if (sameHotkeys(next, hotkeys) && bindings.all().every(({ problem }) => problem === null)) return
      hotkeys = next
      await anew()
    },
    async setMode(next) {
      const wasRecording = mode === 'record'
      mode = next
      if (wasRecording !== (next === 'record')) await anew()
    },
    async tryOut(action, shortcut) {
      if (portal.isBound()) return 'free'
      if (action !== 'hold') return sameShortcut(hotkeys[action], shortcut) || pressed.isFree(shortcut) ? 'free' : 'taken'
      return held.obstacle === null ? 'free' : 'unsupported'
    },
    dispose() {
      closed = true
      portal.abort()
      giveAllBack()
      held.dispose()
    },
  }
}

function sameHotkeys(one: Hotkeys, other: Hotkeys): boolean {
  return hotkeyActions.every((action) => sameShortcut(one[action], other[action]))
}
