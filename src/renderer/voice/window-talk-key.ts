import { codesOf, type TalkKey } from './talk-key'

/** The effects of the key. */
export interface TalkKeyListener {
  press(): void
  release(): void
  toggle(): void
  cancel(): void
}

/** Another key within this time shows that the talk key was meant as part of a shortcut. */
const SHORTCUT_MS = 1000

/**
 * Listens for the talk key while the window has the focus; main listens for a system-wide key instead. Losing the focus
 * releases the key, because its key-up goes elsewhere. Returns a function that stops listening.
 */
export function listenForTalkKey(target: Window, key: TalkKey, listener: TalkKeyListener, now: () => number): () => void {
  if (key.global) return () => undefined
  const wanted = key.keys.map(codesOf)
  const down = new Set<string>()
  let heldSince: number | null = null

  const allDown = () => wanted.every((codes) => codes.some((code) => down.has(code)))
  const isPart = (code: string) => wanted.some((codes) => codes.includes(code))
  const letGo = () => {
    if (heldSince === null) return
    heldSince = null
    if (key.mode === 'hold') listener.release()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || event.isComposing) return
    if (!isPart(event.code)) {
      if (heldSince === null || key.mode !== 'hold') return
      if (now() - heldSince < SHORTCUT_MS) {
        heldSince = null
        listener.cancel()
      }
      return
    }
    down.add(event.code)
    if (heldSince !== null || !allDown()) return
    heldSince = now()
    if (wanted.length > 1) event.preventDefault()
    if (key.mode === 'hold') listener.press()
    else listener.toggle()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    down.delete(event.code)
    if (isPart(event.code)) letGo()
  }
  const onBlur = () => {
    down.clear()
    letGo()
  }

  target.addEventListener('keydown', onKeyDown)
  target.addEventListener('keyup', onKeyUp)
  target.addEventListener('blur', onBlur)
  return () => {
    onBlur()
    target.removeEventListener('keydown', onKeyDown)
    target.removeEventListener('keyup', onKeyUp)
    target.removeEventListener('blur', onBlur)
  }
}
