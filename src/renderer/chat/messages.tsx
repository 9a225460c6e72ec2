import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Fork } from '../../shared/ipc/thread-calls'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { isCalm } from '../ui/is-calm'
import { Answer } from './answer'
import { DemoOffer } from './demo-offer'
import { ForkSwitch } from './fork-switch'
import styles from './thread.module.css'
import { UnsentSpeech } from './unsent-speech'
import { useDrawnMessages } from './use-drawn-messages'
import type { FoundInThread } from './use-find'
import { useFindMarks } from './use-find-marks'
import { useJump } from './use-jump'
import { useStickToEnd } from './use-stick-to-end'
import { UserMessageRow } from './user-message-row'

const NO_FORKS: readonly Fork[] = []

/** The thread's messages and what is searched in them. */
export interface MessagesProps {
  readonly messages: readonly UIMessage[]
  /** number of messages before these, which are loading */
  readonly unread: number
  /** what the find bar searches for; null while it is closed */
  readonly find: FoundInThread | null
}

/** The messages of a thread. */
export function Messages({ messages, unread, find }: MessagesProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const failed = useApp((state) => currentStatus(state)?.session.phase === 'failed')
  const firstUnsent = failed ? messages.findLastIndex(({ role }) => role === 'assistant') + 1 : messages.length
  const sendAgain = useCallback(() => {
    if (conversationId !== null) actions.retrySession(conversationId)
  }, [actions, conversationId])
  const askAgain = useCallback(() => {
    if (conversationId !== null) actions.askAgain(conversationId)
  }, [actions, conversationId])
  const idle = useApp((state) => currentStatus(state)?.activity === 'idle')
  const readAloud = useApp((state) => currentStatus(state)?.reading?.messageId)
  const allForks = useApp((state) => (conversationId === null ? undefined : state.forks[conversationId])) ?? NO_FORKS
  const forksAfter = useMemo(() => forksByMessage(allForks), [allForks])
  const forksAtEnd = forksAfter.get(messages.at(-1)?.id ?? null) ?? NO_FORKS
  const calm = isCalm()
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { atEnd, toEnd, leave, corrected } = useStickToEnd(scroller, content)
  const { items, height, measure } = useDrawnMessages(messages, { scroller, corrected, leave, found: find?.place ?? null })
  useJump(scroller, leave, `${items[0]?.index}-${items.at(-1)?.index}`)
  useFindMarks(scroller, find, leave)
  useEndAfterOwnWords(conversationId, messages, toEnd)

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="log" aria-live="off" aria-label={i18n.t('region.thread')}>
        <div ref={content} className={styles.content}>
          <div className={styles.messages} style={{ height }}>
            {items.map(({ index, key, start }) => {
              const message = messages[index]
              const forks = forksAfter.get(messages[index - 1]?.id ?? null) ?? NO_FORKS
              return (
                message !== undefined && (
                  <div key={key} ref={measure} className={styles.place} style={{ top: start }} data-index={index}>
                    {message.role === 'user' ? (
                      <UserMessageRow
                        message={message}
                        answered={index < messages.length - 1}
                        onSendAgain={index >= firstUnsent ? sendAgain : null}
                        position={unread + index + 1}
                        count={unread + messages.length}
                        forks={forks}
                      />
                    ) : (
                      <Answer
                        message={message}
                        onAskAgain={index === messages.length - 1 && idle ? askAgain : null}
                        goesOn={messages[index + 1]?.role === 'assistant'}
                        ended={idle || index < messages.length - 1 || message.id === readAloud}
                        position={unread + index + 1}
                        count={unread + messages.length}
                        forks={forks}
                      />
                    )}
                  </div>
                )
              )
            })}
          </div>
          <UnsentSpeech />
          <DemoOffer />
          {forksAtEnd.map((fork) => (
            <p key={fork.branches.join()} className={styles.branchEnd}>
              <ForkSwitch fork={fork} />
            </p>
          ))}
        </div>
      </div>
      {!atEnd && (
        <button type="button" className={styles.latest} onClick={() => toEnd(calm)}>
          {i18n.t('thread.latest')}
          <ArrowDown size={13} strokeWidth={2.2} aria-hidden />
        </button>
      )}
    </>
  )
}

/** What the user has just said is shown, also to a user who was reading further up. */
function useEndAfterOwnWords(conversationId: string | null, messages: readonly UIMessage[], toEnd: (calm: boolean) => void): void {
  const last = messages.at(-1)
  const own = last?.role === 'user' ? last.id : null
  const known = useRef({ conversationId, count: messages.length, own })
  useEffect(() => {
    const before = known.current
    known.current = { conversationId, count: messages.length, own }
    const isNew = own !== null && own !== before.own && before.count > 0 && before.conversationId === conversationId
    if (isNew) toEnd(true)
  }, [conversationId, messages.length, own, toEnd])
}

/** The forks of a thread by the message that they follow; null: at the beginning. */
function forksByMessage(forks: readonly Fork[]): ReadonlyMap<string | null, readonly Fork[]> {
  const found = new Map<string | null, Fork[]>()
  for (const fork of forks) found.set(fork.after, [...(found.get(fork.after) ?? []), fork])
  return found
}
