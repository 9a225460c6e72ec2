import type { Translator } from '../i18n/translate'
import styles from './key-cap.module.css'

const MAC_SYMBOLS: { readonly [key: string]: string } = {
  Ctrl: '⌃',
  Alt: '⌥',
  Option: '⌥',
  Shift: '⇧',
  Cmd: '⌘',
  Command: '⌘',
  'Right Cmd': '⌘ ›',
  'Right Command': '⌘ ›',
  'Right Option': '⌥ ›',
  'Right Ctrl': '⌃ ›',
}

/** The name of a key in the system's style: symbols on macOS, words elsewhere. */
export function keyName(key: string, operatingSystem: 'linux' | 'darwin' | 'win32'): string {
  return operatingSystem === 'darwin' ? (MAC_SYMBOLS[key] ?? key) : key
}

/** Keys in a sentence: `Right Ctrl`, `Ctrl Alt Space`. In Japanese the key's side is part of its name: `右Ctrl`. */
export function keySentence(keys: readonly string[], operatingSystem: 'linux' | 'darwin' | 'win32', i18n: Translator): string {
  return keys
    .map((key) => keyName(key, operatingSystem))
    .map((name) => {
      const [, side, key = ''] = /^(Right|Left) (.+)$/.exec(name) ?? []
      return side === undefined ? name : i18n.t(side === 'Right' ? 'key.onSide.Right' : 'key.onSide.Left', { key })
    })
    .join(' ')
}

/** One key cap, 20 px high. */
export function KeyCap({ name, onInk = false }: { readonly name: string; readonly onInk?: boolean }) {
  return <kbd className={onInk ? styles.onInk : styles.cap}>{name}</kbd>
}
