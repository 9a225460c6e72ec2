import { Popover } from '@base-ui/react/popover'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import styles from './volume-button.module.css'

/** Opens a slider for the loudness of Parley's voice; zero is silence. */
export function VolumeButton() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.volume)
  const [shown, setShown] = useState(kept)
  const dragging = useRef(false)
  useEffect(() => {
    if (!dragging.current) setShown(kept)
  }, [kept])

  const commit = (volume: number) => {
    dragging.current = false
    void actions.updateSettings({ volume })
  }

  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton label={words.say(kept === 0 ? 'dock.volumeMuted' : 'dock.volume')} />}>
        {kept === 0 ? <VolumeX size={16} strokeWidth={1.75} aria-hidden /> : <Volume2 size={16} strokeWidth={1.75} aria-hidden />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={8}>
          <Popover.Popup className={styles.popup} aria-label={words.say('dock.volume')}>
            <input
              type="range"
              className={styles.slider}
              min={0}
              max={100}
              step={5}
              value={Math.round(shown * 100)}
              aria-label={words.say('dock.volume')}
              onChange={(event) => {
                dragging.current = true
                setShown(Number(event.currentTarget.value) / 100)
              }}
              onPointerUp={(event) => commit(Number(event.currentTarget.value) / 100)}
              onKeyUp={(event) => commit(Number(event.currentTarget.value) / 100)}
              onBlur={(event) => {
                if (dragging.current) commit(Number(event.currentTarget.value) / 100)
              }}
            />
            <span className={styles.percent}>{words.say('dock.volumePercent', { percent: Math.round(shown * 100) })}</span>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
