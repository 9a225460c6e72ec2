import type { HotkeyBinding, HotkeyState } from '../../../shared/hotkeys/hotkey-state'
import { type HotkeyAction, type Hotkeys, hotkeyActions, keysOf, type Shortcut, sameShortcut } from '../../../shared/hotkeys/shortcut'
import { type Message, messageOf } from '../../../shared/messages/message'
import { createTaskQueue } from '../../lib/task-queue'
import type { HeldHotkeys, HotkeyListener } from '../platform'
import { watchHeldKey } from './held-key'
import type { HoldSignal } from './hold-key'
import { holdObstacle } from './hotkey-plan'
import { type BoundKeys, type HotkeyParts, type PortalKeys, type TakenKey, unsupportedKey } from './hotkey-types'
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
const PATIENCE_MS = 3000

/**
 * Registers the user's keys, each in the best way that this desktop offers: its own portal, or else a watcher of all keys for the held
 * one and the system's shortcut table for pressed ones. Reports the result for each, and when a real press was seen. Never rejects.
 */
export async function takeHotkeys(parts: HotkeyParts, listener: HotkeyListener, first: Hotkeys): Promise<HeldHotkeys> {
  const { clock, operatingSystem } = parts
  let hotkeys = first
  let mode: 'use' | 'test' | 'record' = 'use'
  let bindings: readonly HotkeyBinding[] = []
  let isDown = false
  let portal: Extract<BoundKeys, { readonly kind: 'bound' }> | null = null
  let portalKeys: PortalKeys = {}
  /** why the portal provides no keys */
  let noPortal: Message | null = null
  /** a request that the user refused is not repeated */
  let declined: Hotkeys | null = null
  let lostAt = Number.NEGATIVE_INFINITY
  let asking = new AbortController()
  let closed = false

  const held = await watchHeldKey(parts, holdObstacle(parts.facts), messageOf('hold-not-watched'), (signal) => heard('hold', signal))
  const pressed = createPressedKeys(parts, (action) => heard(action, 'press'))

  function heard(action: HotkeyAction, signal: HoldSignal): void {
    if (mode === 'record') return
    note(action, signal)
    if (mode === 'test') return listener.seen(action, signal)
    if (action === 'hold') return listener[signal]()
    if (signal === 'press') (action === 'toggle' ? listener.toggle : listener.newQuestion)()
  }

  /** A press, and its release if it can be seen, shows that the key works here. */
  function note(action: HotkeyAction, signal: HoldSignal): void {
    if (action === 'hold') {
      const wasDown = isDown
      isDown = signal === 'press'
      if (!wasDown || signal !== 'release') return
    } else if (signal !== 'press') return
    if (bindings.some((binding) => binding.action === action && binding.verified === null)) {
      bindings = bindings.map((binding) => (binding.action === action ? { ...binding, verified: clock.now() } : binding))
      tellState()
    }
  }

  function tellState(): void {
    if (!closed) listener.state(summedUp(bindings, noPortal ?? held.obstacle))
  }

  function takenFrom(action: HotkeyAction, shortcut: Shortcut): TakenKey {
    if (portal !== null)
      return { backend: 'portal', hold: true, global: true, problem: portalKeys[action] === undefined ? 'unsupported' : null }
    if (action !== 'hold') {
      const problem = pressed.take(action, shortcut) ? null : 'taken'
      return { backend: 'shortcut', hold: false, global: problem === null, problem }
    }
    return held.watch(shortcut) ? { backend: 'hook', hold: true, global: true, problem: null } : unsupportedKey
  }

  async function takeAll(): Promise<void> {
    giveAllBack()
    if (mode !== 'record') await askPortal()
    nameAll()
  }

  async function askPortal(): Promise<void> {
    if (!parts.facts.wayland || parts.portal === null || (declined !== null && sameHotkeys(declined, hotkeys))) return
    asking = new AbortController()
    const bound = await parts.portal.bind(hotkeys, { heard, changed: rename, closed: lose }, asking.signal)
    noPortal = bound.kind === 'none' ? bound.reason : null
    declined = bound.kind === 'none' && bound.refused ? hotkeys : null
    if (bound.kind === 'none') return
    portal = bound
    portalKeys = bound.keys
    if (closed) giveAllBack()
  }

  function rename(keys: PortalKeys): void {
    portalKeys = keys
    nameAll()
  }

  /** The portal's keys are gone: asks once more, and gives up if they are withdrawn again at once. */
  function lose(reason: Message): void {
    portal = null
    if (isDown) heard('hold', 'release')
    noPortal = reason
    if (clock.now() - lostAt < LOST_AGAIN_MS) declined = hotkeys
    lostAt = clock.now()
    if (!closed) void anew()
  }

  function nameAll(): void {
    const before = bindings
    bindings = hotkeyActions.map((action): HotkeyBinding => {
      const shortcut = hotkeys[action]
      const isFree = shortcut !== null && mode !== 'record'
      const taken = isFree
        ? takenFrom(action, shortcut)
        : (before.find((one) => one.action === action) ?? { ...unsupportedKey, problem: null })
      const known = before.find((one) => one.action === action && sameShortcut(one.shortcut, shortcut) && one.backend === taken.backend)
      const { backend, hold, global, problem } = shortcut === null ? { ...unsupportedKey, problem: null } : taken
      const named = portal === null ? undefined : portalKeys[action]
      const keys = shortcut === null ? [] : named === undefined ? [...keysOf(shortcut, operatingSystem)] : [named]
      return { action, shortcut, keys, backend, hold, global, problem, verified: problem === null ? (known?.verified ?? null) : null }
    })
    tellState()
  }

  function giveAllBack(): void {
    portal?.dispose()
    portal = null
    held.watch(null)
    for (const action of hotkeyActions) pressed.giveBack(action)
  }

  const inOrder = createTaskQueue()
  const taken = inOrder(takeAll)
  /** One after the other: the portal may take its time. */
  function anew(): Promise<void> {
    asking.abort()
    return inOrder(takeAll)
  }

  // a desktop may ask the user, who may take long to answer
  await new Promise<void>((resolve) => {
    const waiting = clock.after(PATIENCE_MS, resolve)
    void taken
      .catch(() => undefined)
      .then(() => {
        waiting.cancel()
        resolve()
      })
  })
  return {
    async use(next) {
      // keys that another program had may be free by now
      if (sameHotkeys(next, hotkeys) && bindings.every(({ problem }) => problem === null)) return
      hotkeys = next
      await anew()
    },
    async setMode(next) {
      const wasRecording = mode === 'record'
      mode = next
      if (wasRecording !== (next === 'record')) await anew()
    },
    async tryOut(action, shortcut) {
      if (portal !== null) return 'free'
      if (action !== 'hold') return sameShortcut(hotkeys[action], shortcut) || pressed.isFree(shortcut) ? 'free' : 'taken'
      return held.obstacle === null ? 'free' : 'unsupported'
    },
    dispose() {
      closed = true
      asking.abort()
      giveAllBack()
      held.dispose()
    },
  }
}

function sameHotkeys(one: Hotkeys, other: Hotkeys): boolean {
  return hotkeyActions.every((action) => sameShortcut(one[action], other[action]))
}
