import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import styles from './volume-slider.module.css'

/** A slider for the volume of Parley's voice (0 to 1), with its number; it reports the value at its release. */
export function VolumeSlider({ volume, onChange }: { readonly volume: number; onChange(volume: number): void }) {
  const i18n = useI18n()
  const [shown, setShown] = useState(volume)
  const dragging = useRef(false)
  useEffect(() => {
    if (!dragging.current) setShown(volume)
  }, [volume])

  const commit = (percent: string) => {
    dragging.current = false
    onChange(Number(percent) / 100)
  }

  return (
    <>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={100}
        step={5}
        value={Math.round(shown * 100)}
        aria-label={i18n.t('dock.volume')}
        onChange={(event) => {
          dragging.current = true
          setShown(Number(event.currentTarget.value) / 100)
        }}
        onPointerUp={(event) => commit(event.currentTarget.value)}
        onKeyUp={(event) => commit(event.currentTarget.value)}
        onBlur={(event) => {
          if (dragging.current) commit(event.currentTarget.value)
        }}
      />
      <span className={styles.percent}>{i18n.t('dock.volumePercent', { percent: Math.round(shown * 100) })}</span>
    </>
  )
}
