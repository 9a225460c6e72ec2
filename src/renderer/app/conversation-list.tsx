import { ChevronRight } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { approvalCounts } from '../state/selectors'
import { shortDate, timeOfDay } from '../ui/format'
import { moveFocusInside } from '../ui/roving'
import { useNow } from '../ui/use-now'
import { groupByDay } from './conversation-days'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row'

const MINUTE = 60_000

/** All conversations by day, and the folded archive at the end; arrow keys move inside, Enter opens. */
export function ConversationList() {
  const i18n = useI18n()
  const conversations = useApp((state) => state.conversations)
  const currentConversationId = useApp((state) => state.currentConversationId)
  const approvals = useApp((state) => state.approvals)
  const elicitations = useApp((state) => state.elicitations)
  const failure = useApp((state) => state.historyFailure)
  const saved = useApp((state) => state.historySaved)
  const opened = useApp((state) => state.opening.phase === 'ready')
  const counts = approvalCounts({ approvals, elicitations })
  const now = useNow(MINUTE, true)
  const [archiveOpen, setArchiveOpen] = useState(false)
  const archiveId = useId()
  const shared = useMemo(() => sharedTitles(conversations), [conversations])
  const when = (at: number) =>
    new Date(at).toDateString() === new Date(now).toDateString() ? timeOfDay(at, i18n.locale) : shortDate(at, now, i18n)
  const days = groupByDay(conversations, now, i18n)
  const archive = conversations.filter(({ archived }) => archived)
  const inReach = archiveOpen ? conversations : conversations.filter(({ archived }) => !archived)
  const tabStop = inReach.some(({ conversationId }) => conversationId === currentConversationId)
    ? currentConversationId
    : (days[0]?.conversations[0]?.conversationId ?? null)
  const rows = (shown: readonly ConversationSummary[]) => (
    <ul>
      {shown.map((conversation) => (
        <ConversationRow
          key={conversation.conversationId}
          conversation={conversation}
          current={conversation.conversationId === currentConversationId}
          tabStop={conversation.conversationId === tabStop}
          questions={counts.get(conversation.conversationId) ?? 0}
          when={shared.has(conversation.title) ? when(conversation.updatedAt) : null}
        />
      ))}
    </ul>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the rows inside
    <div className={styles.list} data-rows onKeyDown={(event) => moveFocusInside(event, '[data-row], [data-fold]')}>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {i18n.t('history.failed', { reason: failure })}
        </p>
      )}
      {failure === null && saved !== null && (
        <p className={styles.none} role="status">
          {i18n.t('storage.saved', { fileName: makeVisible(saved) })}
        </p>
      )}
      {days.length === 0 && opened && <p className={styles.none}>{i18n.t('sidebar.none')}</p>}
      {days.map((day) => (
        <section key={day.day} aria-label={day.name}>
          <h2 className={styles.day}>{day.name}</h2>
          {rows(day.conversations)}
        </section>
      ))}
      {archive.length > 0 && (
        <section aria-label={i18n.t('history.archived')}>
          <h2>
            <button
              type="button"
              className={styles.fold}
              data-fold
              aria-expanded={archiveOpen}
              aria-controls={archiveOpen ? archiveId : undefined}
              onClick={() => setArchiveOpen(!archiveOpen)}
            >
              <ChevronRight size={13} strokeWidth={2} aria-hidden />
              <span className={styles.title}>{i18n.t('history.archived')}</span>
              <span className={styles.count}>{archive.length}</span>
            </button>
          </h2>
          {archiveOpen && <div id={archiveId}>{rows(archive)}</div>}
        </section>
      )}
    </div>
  )
}

/** The titles that several conversations have. */
function sharedTitles(conversations: readonly ConversationSummary[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { title } of conversations) (seen.has(title) ? shared : seen).add(title)
  return shared
}
