import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `ink` is the one primary button of a surface; `plain` has no border. */
  readonly look?: 'ink' | 'edge' | 'plain'
  readonly small?: boolean
}

/** A button with text, optionally with an icon or a key cap. */
export function Button({ look = 'edge', small = false, className, ...rest }: ButtonProps) {
  const names = [styles.button, styles[look], small ? styles.small : undefined, className]
  return <button type="button" {...rest} className={names.filter(Boolean).join(' ')} />
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** The accessible name: the button has no text. */
  readonly label: string
  readonly pressed?: boolean
}

/** The classes of an icon button, for openers that other components render. */
export const iconButtonClass = styles.icon

/** A square button with one icon; its label is its name and its tooltip. */
export function IconButton({ label, pressed, className, ...rest }: IconButtonProps) {
  const names = [styles.icon, pressed === true ? styles.pressed : undefined, className]
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} {...rest} className={names.filter(Boolean).join(' ')} />
  )
}
