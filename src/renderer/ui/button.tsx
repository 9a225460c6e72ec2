import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `ink` is the one primary button of a surface; `plain` has no edge. */
  readonly look?: 'ink' | 'edge' | 'plain'
  readonly small?: boolean
}

/** A button with words, optionally with an icon or a key cap beside them. */
export function Button({ look = 'edge', small = false, className, ...rest }: ButtonProps) {
  const names = [styles.button, styles[look], small ? styles.small : undefined, className]
  return <button type="button" {...rest} className={names.filter(Boolean).join(' ')} />
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** The button's name: there are no words on it. */
  readonly label: string
  readonly pressed?: boolean
}

/** The looks of an icon button, for what opens something and is made elsewhere. */
export const iconButtonClass = styles.icon

/** A square button with one icon; its label is its name and its tip. */
export function IconButton({ label, pressed, className, ...rest }: IconButtonProps) {
  const names = [styles.icon, pressed === true ? styles.pressed : undefined, className]
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} {...rest} className={names.filter(Boolean).join(' ')} />
  )
}
