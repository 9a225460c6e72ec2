import type { Translator } from '../i18n/translate'
import { keyName } from '../ui/key-cap'
import styles from './big-key-cap.module.css'

interface BigKeyCapProps {
  readonly name: string
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly i18n: Translator
}

/** The talk key in the style of a keyboard key, 76 px high: its side small above, its name below. */
export function BigKeyCap({ name, operatingSystem, i18n }: BigKeyCapProps) {
  const side = /^(Right|Left) (.+)$/.exec(name)
  const sideWord = side === null ? '' : i18n.t(side[1] === 'Right' ? 'key.side.Right' : 'key.side.Left')
  return (
    <kbd className={styles.cap}>
      <span className={styles.side}>{sideWord}</span>
      <span className={styles.name}>{keyName(side?.[2] ?? name, operatingSystem)}</span>
    </kbd>
  )
}
