import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { longestSearch } from '../../shared/ipc/limits'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import field from '../ui/field.module.css'
import { focusComposer } from '../ui/focus-composer'
import { wholeNumber } from '../ui/format'
import styles from './find-bar.module.css'
import type { Find } from './use-find'

interface FindBarProps {
  readonly find: Find
  /** number of messages that are still loading */
  readonly unread: number
}

/** Finds text in the thread: Enter goes to the next place, Shift Enter to the one before, Escape closes the bar. */
export function FindBar({ find, unread }: FindBarProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const asked = useApp((state) => state.findAsked)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, the field has the focus again
  useEffect(() => {
    if (document.activeElement !== input.current) opener.current = document.activeElement
    input.current?.focus()
    input.current?.select()
  }, [asked])
  const close = () => {
    actions.openFind(false)
    const from = opener.current
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus()
    else focusComposer()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === input.current) find.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const number = (value: number) => wholeNumber(value, i18n.locale)
  const result =
    find.query.trim() === ''
      ? ''
      : find.count === 0
        ? i18n.t('find.none')
        : i18n.t('find.place', { number: number(find.number), count: number(find.count) })
  return (
    <search className={styles.bar} aria-label={i18n.t('command.findHere')} onKeyDown={onKeyDown} data-find>
      <Search {...icon} size={14} className={styles.glass} />
      <input
        ref={input}
        className={`${field.field} ${styles.field}`}
        value={find.query}
        maxLength={longestSearch}
        aria-label={i18n.t('command.findHere')}
        placeholder={i18n.t('find.placeholder')}
        onChange={(event) => find.search(event.currentTarget.value)}
      />
      <span className={styles.result} role="status">
        {result}
        {result !== '' && unread > 0 && ` · ${i18n.t('find.loading')}`}
      </span>
      <IconButton label={i18n.t('find.previous')} disabled={find.count === 0} onClick={() => find.step(-1)}>
        <ChevronUp {...icon} />
      </IconButton>
      <IconButton label={i18n.t('find.next')} disabled={find.count === 0} onClick={() => find.step(1)}>
        <ChevronDown {...icon} />
      </IconButton>
      <IconButton label={i18n.t('find.close')} onClick={close}>
        <X {...icon} />
      </IconButton>
    </search>
  )
}
