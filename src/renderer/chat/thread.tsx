import { useEffect, useRef } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { Messages } from '../app/lazy-parts'
import { RemovedToasts } from '../app/removed-toasts'
import { Elicitations } from '../elicitations/elicitations'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button } from '../ui/button'
import { EmptyState } from './empty-state'
import { FindBar } from './find-bar'
import styles from './thread.module.css'
import { useFind } from './use-find'

const NO_MESSAGES: readonly UIMessage[] = []

/**
 * The conversation on screen, or suggestions while it is empty. It scrolls with its end only while the reader is there.
 */
export function ThreadView() {
  const i18n = useI18n()
  const { store, actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const loaded = useApp((state) => (conversationId === null ? undefined : state.threads[conversationId]))
  const openFailure = useApp((state) => (conversationId === null ? undefined : state.openFailures[conversationId]))
  const messages = loaded?.thread.messages ?? NO_MESSAGES
  const unread = useApp((state) => (conversationId === null ? 0 : (state.unread[conversationId] ?? 0)))
  const unsent = useApp((state) => (currentStatus(state)?.unsentSpeechMs ?? 0) > 0)
  const region = useRef<HTMLElement>(null)
  const finding = useApp((state) => state.findAsked !== null)
  const find = useFind(finding ? messages : NO_MESSAGES, () => firstInView(region.current))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar belongs to one thread
  useEffect(() => () => actions.openFind(false), [conversationId, actions])
  const empty = loaded !== undefined && messages.length === 0 && !unsent

  return (
    <main className={styles.region} aria-label={i18n.t('region.thread')} data-region="thread" tabIndex={-1} ref={region}>
      {finding && <FindBar find={find} unread={unread} />}
      {openFailure !== undefined && conversationId !== null ? (
        <div className={styles.failure} role="alert">
          <p>{openFailure}</p>
          <Button onClick={() => void store.open(conversationId)}>{i18n.t('app.retry')}</Button>
        </div>
      ) : empty ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={styles.scroller} tabIndex={0} aria-label={i18n.t('region.thread')}>
          <EmptyState />
        </section>
      ) : (
        <Messages key={conversationId} messages={messages} unread={unread} find={finding ? find : null} />
      )}
      <Elicitations />
      <RemovedToasts />
    </main>
  )
}

/** The message at the top of the view; null if there is none. */
function firstInView(region: HTMLElement | null): string | null {
  const top = region?.getBoundingClientRect().top ?? 0
  const rendered = [...(region?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
  return rendered.find((message) => message.getBoundingClientRect().bottom > top)?.dataset.message ?? null
}
