import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { type FrameFilter, frameFilters, type ShownRows } from '../../shared/inspector/shown-rows'
import { useI18n } from '../i18n/i18n-provider'
import { wholeNumber } from '../ui/format'
import { moveFocusInside } from '../ui/roving'
import styles from './inspector.module.css'

interface FrameBarProps {
  readonly filter: FrameFilter
  readonly counts: ShownRows['counts']
  readonly words: string
  onFilter(filter: FrameFilter): void
  onWords(words: string): void
}

/** Filters frames by kind and by text. */
export function FrameBar({ filter, counts, words: wanted, onFilter, onWords }: FrameBarProps) {
  const i18n = useI18n()
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own frame */}
      <div
        role="group"
        className={styles.filters}
        aria-label={i18n.t('inspector.show')}
        onKeyDown={(event) => moveFocusInside(event, 'button')}
      >
        {frameFilters.map((name) => (
          <button key={name} type="button" className={styles.filter} aria-pressed={filter === name} onClick={() => onFilter(name)}>
            {name === 'sent' && <ArrowUp size={14} strokeWidth={2} aria-hidden />}
            {name === 'received' && <ArrowDown size={14} strokeWidth={2} aria-hidden />}
            {i18n.t(`inspector.show.${name}`)} {wholeNumber(counts[name], i18n.locale)}
          </button>
        ))}
      </div>
      <label className={styles.search}>
        <Search size={14} strokeWidth={2} aria-hidden />
        <input
          type="search"
          placeholder={i18n.t('inspector.filter')}
          aria-label={i18n.t('inspector.filter')}
          value={wanted}
          onChange={(event) => onWords(event.target.value)}
        />
      </label>
    </div>
  )
}
