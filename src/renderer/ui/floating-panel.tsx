import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import styles from './floating-panel.module.css'

interface FloatingPanelProps {
  /** the opener; the panel is placed into its nearest ancestor that matches `within`, where screen readers expect it */
  readonly opener: HTMLElement | null
  readonly within: 'section' | '[data-region]'
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'end'
  readonly width: 'narrow' | 'middle' | 'wide'
  readonly title: string
  /** content above the title */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** The content of a `Popover.Root`: a titled panel that never leaves the window and scrolls when it is too tall. */
export function FloatingPanel({ opener, within, side, align, width, title, head, children }: FloatingPanelProps) {
  return (
    <Popover.Portal container={opener?.closest<HTMLElement>(within) ?? undefined}>
      <Popover.Positioner
        className={styles.positioner}
        positionMethod="fixed"
        side={side}
        align={align}
        sideOffset={8}
        collisionPadding={8}
      >
        <Popover.Popup className={styles.popup} data-width={width}>
          {head}
          <Popover.Title className={styles.title}>{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}
