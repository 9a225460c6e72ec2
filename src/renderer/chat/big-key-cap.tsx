import { keyName } from '../ui/key-cap'
import styles from './big-key-cap.module.css'

interface BigKeyCapProps {
  readonly name: string
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly language: 'en' | 'ja'
}

/** The talk key as it lies on the keyboard, 76 high: its side small above, its name below. */
export function BigKeyCap({ name, operatingSystem, language }: BigKeyCapProps) {
  const side = /^(Right|Left) (.+)$/.exec(name)
  const sideWord = side?.[1] === undefined ? '' : language === 'ja' ? (side[1] === 'Right' ? '右' : '左') : side[1]
  return (
    <kbd className={styles.cap}>
      <span className={styles.side}>{sideWord}</span>
      <span className={styles.name}>{keyName(side?.[2] ?? name, operatingSystem)}</span>
    </kbd>
  )
}
