import type { HotkeyBinding } from '../../shared/hotkeys/hotkey-state'
import { type HotkeyAction, type Hotkeys, hotkeyActions, keysOf, type Shortcut, sameShortcut } from '../../shared/hotkeys/shortcut'
import { tell } from '../../shared/told/tell'
import type { HeldHotkeys, HotkeyListener } from '../platform'
import { watchHeldKey } from './held-key'
import type { HoldSignal } from './hold-key'
import { type HotkeyParts, type TakenKey, unsupportedKey } from './hotkey-parts'
import { holdObstacle } from './hotkey-plan'
import { createPressedKeys } from './pressed-keys'
import { summedUp } from './summed-up'

/**
 * Takes the keys that the user chose, each in the best way that this desktop gives: the desktop's own portal, else a watcher of
 * all keys for the one that is held and the system's table for those that are pressed. Says what came of each, and once a real
 * press was seen. Never rejects.
 */
export async function takeHotkeys(parts: HotkeyParts, listener: HotkeyListener, first: Hotkeys): Promise<HeldHotkeys> {
  const { clock, operatingSystem } = parts
  let hotkeys = first
  let mode: 'use' | 'test' | 'record' = 'use'
  let bindings: readonly HotkeyBinding[] = []
  let isDown = false
  let portal: Awaited<ReturnType<NonNullable<HotkeyParts['portal']>['bind']>> = null
  let closed = false

  const held = await watchHeldKey(parts, holdObstacle(parts.facts), tell('hold-not-watched'), (signal) => heard('hold', signal))
  const pressed = createPressedKeys(parts, (action) => heard(action, 'press'))

  function heard(action: HotkeyAction, signal: HoldSignal): void {
    if (mode === 'record') return
    note(action, signal)
    if (mode === 'test') return listener.seen(action, signal)
    if (action === 'hold') return listener[signal]()
    if (signal === 'press') (action === 'toggle' ? listener.toggle : listener.newQuestion)()
  }

  /** A press, and its release where that can be seen, shows that the key works here. */
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
    if (!closed) listener.state(summedUp(bindings, held.obstacle))
  }

  function takenFrom(action: HotkeyAction, shortcut: Shortcut): TakenKey {
    if (portal !== null)
      return { backend: 'portal', hold: true, global: true, problem: portal.keys[action] === undefined ? 'unsupported' : null }
    if (action !== 'hold') {
      const problem = pressed.take(action, shortcut) ? null : 'taken'
      return { backend: 'shortcut', hold: false, global: problem === null, problem }
    }
    return held.watch(shortcut) ? { backend: 'hook', hold: true, global: true, problem: null } : unsupportedKey
  }

  async function takeAll(): Promise<void> {
    giveAllBack()
    portal = parts.facts.wayland && parts.portal !== null && mode !== 'record' ? await parts.portal.bind(hotkeys, heard) : null
    const before = bindings
    bindings = hotkeyActions.map((action): HotkeyBinding => {
      const shortcut = hotkeys[action]
      const isFree = shortcut !== null && mode !== 'record'
      const taken = isFree
        ? takenFrom(action, shortcut)
        : (before.find((one) => one.action === action) ?? { ...unsupportedKey, problem: null })
      const known = before.find((one) => one.action === action && sameShortcut(one.shortcut, shortcut) && one.backend === taken.backend)
      const { backend, hold, global, problem } = shortcut === null ? { ...unsupportedKey, problem: null } : taken
      const named = portal?.keys[action]
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

  let work = takeAll()
  /** One after the other: the portal may take its time. */
  const anew = (): Promise<void> => (work = work.then(takeAll))

  await work
  return {
    async use(next) {
      const same = hotkeyActions.every((action) => sameShortcut(next[action], hotkeys[action]))
      // keys that another program had may be free by now
      if (same && bindings.every(({ problem }) => problem === null)) return
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
      giveAllBack()
      held.dispose()
    },
  }
}
