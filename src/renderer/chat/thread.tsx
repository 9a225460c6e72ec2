import type { UIMessage } from '../../shared/protocol/ui-message'
import { Messages } from '../app/lazy-parts'
import { RemovedToasts } from '../app/removed-toasts'
import { Elicitations } from '../elicitations/elicitations'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button } from '../ui/button'
import { EmptyState } from './empty-state'
import styles from './thread.module.css'

const NO_MESSAGES: readonly UIMessage[] = []

/**
 * The conversation on screen, or suggestions while it is empty. It scrolls with its end only while the reader is there.
 */
export function ThreadView() {
  const i18n = useI18n()
  const { store } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const loaded = useApp((state) => (conversationId === null ? undefined : state.threads[conversationId]))
  const openFailure = useApp((state) => (conversationId === null ? undefined : state.openFailures[conversationId]))
  const messages = loaded?.thread.messages ?? NO_MESSAGES
  const unread = useApp((state) => (conversationId === null ? 0 : (state.unread[conversationId] ?? 0)))
  const unsent = useApp((state) => (currentStatus(state)?.unsentSpeechMs ?? 0) > 0)
  const empty = loaded !== undefined && messages.length === 0 && !unsent

  return (
    <main className={styles.region} aria-label={i18n.t('region.thread')} data-region="thread" tabIndex={-1}>
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
        <Messages key={conversationId} messages={messages} unread={unread} />
      )}
      <Elicitations />
      <RemovedToasts />
    </main>
  )
}
