import { Dialog } from '@base-ui/react/dialog'
import { type PointerEvent, useRef, useState } from 'react'
import { type Region, type RegionPoint, regionBetween } from '../../shared/sight/region'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import styles from './region-dialog.module.css'

interface RegionDialogProps {
  /** the address of the still picture */
  readonly picture: string
  /** The user chose this part; null: all of it. */
  onChoose(region: Region | null): void
  onClose(): void
}

/** Shows a still picture of the screen; the user drags over the part that is attached, or takes all of it. */
export function RegionDialog({ picture, onChoose, onClose }: RegionDialogProps) {
  const i18n = useI18n()
  const start = useRef<RegionPoint | null>(null)
  const [region, setRegion] = useState<Region | null>(null)

  function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): RegionPoint {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className={styles.title}>{i18n.t('part.title')}</Dialog.Title>
          <div
            className={styles.room}
            data-region-picture
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              start.current = pointOf(event)
              setRegion(null)
            }}
            onPointerMove={(event) => {
              if (start.current !== null) setRegion(regionBetween(start.current, pointOf(event)))
            }}
            onPointerUp={() => {
              start.current = null
            }}
          >
            <img className={styles.picture} src={picture} alt={i18n.t('part.picture')} draggable={false} />
            {region !== null && <span className={styles.chosen} style={placeOf(region)} />}
          </div>
          <div className={styles.actions}>
            <Dialog.Close render={<Button look="plain" />}>{i18n.t('part.cancel')}</Dialog.Close>
            <Button onClick={() => onChoose(null)}>{i18n.t('part.all')}</Button>
            <Button look="ink" disabled={region === null} onClick={() => onChoose(region)}>
              {i18n.t('part.attach')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const percent = (share: number): string => `${share * 100}%`

function placeOf({ x, y, width, height }: Region) {
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
}
