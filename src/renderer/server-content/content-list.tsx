import { useState } from 'react'
import type { ContentItem } from '../../shared/servers/server-content'
import { useI18n } from '../i18n/i18n-provider'
import field from '../ui/field.module.css'
import styles from './server-content.module.css'

interface ContentListProps {
  readonly items: readonly ContentItem[]
  onChoose(item: ContentItem): void
}

/** Resources, templates and prompts, in the server's order and words; a field finds among many. */
export function ContentList({ items, onChoose }: ContentListProps) {
  const i18n = useI18n()
  const [query, setQuery] = useState('')
  const terms = query.toLocaleLowerCase(i18n.language).split(/\s+/)
  const found = items.filter(({ title, description }) => {
    const text = `${title} ${description}`.toLocaleLowerCase(i18n.language)
    return terms.every((term) => text.includes(term))
  })
  if (items.length === 0) return <p className={styles.facts}>{i18n.t('content.empty')}</p>
  return (
    <>
      <input
        className={field.field}
        type="search"
        aria-label={i18n.t('content.find')}
        placeholder={i18n.t('content.find')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <ul className={styles.items}>
        {found.map((item) => (
          <li key={`${item.kind} ${keyOf(item)}`}>
            <button type="button" className={styles.item} onClick={() => onChoose(item)}>
              <span className={styles.name}>{item.title}</span>
              <span className={styles.facts}>
                {[i18n.t(`content.kind.${item.kind}`), item.description].filter((text) => text !== '').join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function keyOf(item: ContentItem): string {
  if (item.kind === 'resource') return item.uri
  return item.kind === 'template' ? item.template : item.name
}
