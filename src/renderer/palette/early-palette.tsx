import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { longestSearch } from '../../shared/ipc/limits'
import { PartNotLoaded } from '../app/not-loaded'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { whenWanted } from '../ui/when-wanted'
import styles from './palette.module.css'

/** What was typed before the palette was loaded. */
export interface WrittenAhead {
  readonly text: string
  /** Enter was pressed after it */
  readonly entered: boolean
  /** where the focus was before */
  readonly from: Element | null
}

/** Nothing typed. */
const nothingYet: WrittenAhead = { text: '', entered: false, from: null }

interface PaletteProps {
  readonly ahead: WrittenAhead
  onAhead(ahead: WrittenAhead): void
}

const Whole = whenWanted<PaletteProps>(async () => (await import('./palette')).Palette, { waiting: Field, failed: PartNotLoaded })

/** Loads the palette before it is opened. */
export const loadPalette = Whole.load

/** The palette: a field at once, whose text the loaded palette takes over. */
export function EarlyPalette() {
  const [ahead, setAhead] = useState(nothingYet)
  return <Whole ahead={ahead} onAhead={setAhead} />
}

function Field({ ahead, onAhead }: PaletteProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const open = useApp((state) => state.paletteOpen)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!open) return
    onAhead({ ...nothingYet, from: document.activeElement })
    field.current?.focus()
  }, [open, onAhead])
  if (!open) return null
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') onAhead({ ...ahead, entered: true })
    else if (event.key === 'Escape') {
      actions.openPalette(false)
      if (ahead.from instanceof HTMLElement) ahead.from.focus()
    } else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.backdrop} />
      <div className={styles.palette} role="dialog" aria-modal aria-busy aria-label={i18n.t('palette.title')}>
        <div className={styles.head}>
          <Search size={18} strokeWidth={1.75} aria-hidden />
          <input
            ref={field}
            className={styles.field}
            aria-label={i18n.t('palette.title')}
            placeholder={i18n.t('palette.title')}
            maxLength={longestSearch}
            value={ahead.text}
            onChange={(event) => onAhead({ ...ahead, text: event.currentTarget.value, entered: false })}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
    </>
  )
}
