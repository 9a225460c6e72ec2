import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import styles from './floating-panel.module.css'

interface FloatingPanelProps {
  /** what opens it; the panel stays in the nearest part of the page around it that `within` chooses, where screen readers expect it */
  readonly opener: HTMLElement | null
  readonly within: 'section' | '[data-region]'
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'end'
  readonly width: 'narrow' | 'middle' | 'wide'
  readonly title: string
  /** what stands above the title */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** What a `Popover.Root` shows beside its opener: a titled panel that never leaves the window and scrolls when it is too tall. */
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
