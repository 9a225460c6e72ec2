import { AudioLines } from 'lucide-react'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { questionCounts } from '../state/selectors'
import { Badge } from '../ui/badge'
import { moveFocusInside } from '../ui/roving'
import { useNow } from '../ui/use-now'
import { groupByDay } from './conversation-days'
import styles from './conversation-list.module.css'

const MINUTE = 60_000

/** All conversations by day; arrows move inside, Enter opens. `filter` keeps those with the words in their title. */
export function ConversationList({ filter }: { readonly filter: string }) {
  const words = useWords()
  const { store } = useServices()
  const conversations = useApp((state) => state.conversations)
  const currentConversationId = useApp((state) => state.currentConversationId)
  const approvals = useApp((state) => state.approvals)
  const counts = questionCounts(approvals)
  const now = useNow(MINUTE, true)
  const titleOf = (conversation: ConversationSummary) => (conversation.title === '' ? words.say('app.newConversation') : conversation.title)
  const wanted = filter.trim().toLocaleLowerCase(words.language)
  const shown = conversations.filter((conversation) => titleOf(conversation).toLocaleLowerCase(words.language).includes(wanted))
  const days = groupByDay(shown, now, words)
  const tabStop = shown.some((conversation) => conversation.conversationId === currentConversationId)
    ? currentConversationId
    : (days[0]?.conversations[0]?.conversationId ?? null)

  if (days.length === 0) {
    return <p className={styles.none}>{filter === '' ? words.say('sidebar.none') : words.say('sidebar.noMatch', { text: filter })}</p>
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the buttons inside
    <div className={styles.list} onKeyDown={(event) => moveFocusInside(event, 'button')}>
      {days.map((day) => (
        <section key={day.day} aria-label={day.name}>
          <h2 className={styles.day}>{day.name}</h2>
          <ul>
            {day.conversations.map((conversation) => {
              const { conversationId } = conversation
              const questions = counts.get(conversationId) ?? 0
              return (
                <li key={conversationId}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={conversationId === currentConversationId ? 'page' : undefined}
                    tabIndex={conversationId === tabStop ? 0 : -1}
                    onClick={() => void store.open(conversationId)}
                  >
                    <span className={styles.title}>{titleOf(conversation)}</span>
                    {questions > 0 ? (
                      <Badge count={questions} label={words.count('sidebar.openQuestions', questions)} />
                    ) : (
                      conversation.hasVoice && (
                        <span className={styles.voice} role="img" aria-label={words.say('sidebar.hasVoice')}>
                          <AudioLines size={13} strokeWidth={2} aria-hidden />
                        </span>
                      )
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
