import { useEffect, useState } from 'react'
import { useApp, useServices } from '../state/context'
import { useNow } from '../ui/use-now'
import { talkKeyOf } from '../voice/talk-key'
import { listenForTalkKey } from '../voice/window-talk-key'

/** Observed presses of the talk key. Times in ms. */
export interface HotkeyTest {
  /** when it went down; null: it is up */
  readonly downSince: number | null
  readonly pressed: boolean
  /** how long it was held until its release; null: no release was observed */
  readonly heldMs: number | null
  readonly doubleTapped: boolean
  readonly now: number
}

const TAP_MS = 300
type Seen = Omit<HotkeyTest, 'now'> & { readonly keys: string; readonly lastTapAt: number }
const nothingSeen: Seen = {
  keys: '',
  downSince: null,
  pressed: false,
  heldMs: null,
  doubleTapped: false,
  lastTapAt: Number.NEGATIVE_INFINITY,
}

/** Watches the talk key while the component is mounted; the first run sees to it that no talk starts. `keys`: a change restarts the test. */
export function useHotkeyTest(keys: string): HotkeyTest {
  const { client, now } = useServices()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const [kept, setSeen] = useState(nothingSeen)
  const seen = kept.keys === keys ? kept : nothingSeen

  useEffect(() => {
    const wanted = hotkey.mode === 'hold' ? 'hold' : 'toggle'
    const press = () => setSeen((before) => ({ ...(before.keys === keys ? before : nothingSeen), keys, pressed: true, downSince: now() }))
    const release = () =>
      setSeen((before) => {
        if (before.downSince === null) return before
        const heldMs = now() - before.downSince
        const tap = heldMs < TAP_MS
        const doubleTapped = before.doubleTapped || (tap && before.downSince - before.lastTapAt < TAP_MS)
        return { ...before, downSince: null, heldMs, doubleTapped, lastTapAt: tap ? now() : Number.NEGATIVE_INFINITY }
      })
    const cancel = () => setSeen((before) => ({ ...before, downSince: null }))
    const stopWindow = listenForTalkKey(window, talkKeyOf(hotkey, operatingSystem), { press, release, toggle: press, cancel }, now)
    const stopDesktop = client.on('hotkey.seen', ({ action, what }) => {
      if (action === wanted) ({ press, release, cancel })[what]()
    })
    return () => {
      stopWindow()
      stopDesktop()
    }
  }, [client, hotkey, operatingSystem, now, keys])

  return { ...seen, now: useNow(100, seen.downSince !== null) }
}
