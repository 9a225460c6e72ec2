import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { IconButton } from './button'
import styles from './sheet.module.css'
import { useOpeningKeys } from './use-opening-keys'

interface SheetProps {
  readonly title: string
  readonly open: boolean
  readonly wide?: boolean
  onOpenChange(open: boolean): void
  readonly children: ReactNode
}

/** A dialog over the window, with its title and a button that closes it. */
export function Sheet({ title, open, wide = false, onOpenChange, children }: SheetProps) {
  const i18n = useI18n()
  const popup = useRef<HTMLDivElement>(null)
  useOpeningKeys(open, popup)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup ref={popup} className={wide ? `${styles.sheet} ${styles.wide}` : styles.sheet}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <IconButton label={i18n.t('app.close')} onClick={() => onOpenChange(false)}>
              <X size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
