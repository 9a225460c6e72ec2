import { Search } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import field from '../ui/field.module.css'
import { moveFocusInside } from '../ui/roving'
import type { FoundSetting } from './find-settings'
import styles from './settings-search.module.css'
import { showSetting } from './show-setting'

interface SettingsSearchProps {
  readonly query: string
  onQuery(query: string): void
  readonly found: readonly FoundSetting[]
}

/** Finds a setting by its text on any page; Enter opens the first one, Escape returns to the pages. */
export function SettingsSearch({ query, onQuery, found }: SettingsSearchProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const go = ({ section, row, name }: FoundSetting) => {
    actions.showSettings(section)
    if (row !== null) showSetting(name)
  }
  return (
    <search className={styles.search}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first !== undefined) go(first)
        }}
      >
        <Search size={14} strokeWidth={2} aria-hidden className={styles.glass} />
        <input
          type="search"
          className={`${field.field} ${styles.input}`}
          value={query}
          aria-label={i18n.t('settings.search')}
          placeholder={i18n.t('settings.search')}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return
            event.stopPropagation()
            onQuery('')
          }}
        />
      </form>
      {query.trim() !== '' && (
        <>
          <p className="visually-hidden" role="status">
            {i18n.count('settings.found', found.length)}
          </p>
          {found.length === 0 && <p className={styles.none}>{i18n.t('settings.foundNone')}</p>}
          <ul className={styles.found} onKeyDown={(event) => moveFocusInside(event, 'button')}>
            {found.map((one) => (
              <li key={`${one.section} ${one.row ?? ''}`}>
                <button type="button" className={styles.hit} onClick={() => go(one)}>
                  <span>{one.name}</span>
                  <span className={styles.page}>{one.place}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </search>
  )
}
