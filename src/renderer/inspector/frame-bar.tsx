import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { type FrameFilter, frameFilters, type ShownRows } from '../../shared/inspector/shown-rows'
import { useWords } from '../i18n/words'
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

/** Chooses which frames are shown, by their kind and by words in them. */
export function FrameBar({ filter, counts, words: wanted, onFilter, onWords }: FrameBarProps) {
  const words = useWords()
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own frame */}
      <div
        role="group"
        className={styles.filters}
        aria-label={words.say('inspector.show')}
        onKeyDown={(event) => moveFocusInside(event, 'button')}
      >
        {frameFilters.map((name) => (
          <button key={name} type="button" className={styles.filter} aria-pressed={filter === name} onClick={() => onFilter(name)}>
            {name === 'sent' && <ArrowUp size={14} strokeWidth={2} aria-hidden />}
            {name === 'received' && <ArrowDown size={14} strokeWidth={2} aria-hidden />}
            {words.say(`inspector.show.${name}`)} {wholeNumber(counts[name], words.locale)}
          </button>
        ))}
      </div>
      <label className={styles.search}>
        <Search size={14} strokeWidth={2} aria-hidden />
        <input
          type="search"
          placeholder={words.say('inspector.filter')}
          aria-label={words.say('inspector.filter')}
          value={wanted}
          onChange={(event) => onWords(event.target.value)}
        />
      </label>
    </div>
  )
}
