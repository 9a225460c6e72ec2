import type { Approval } from '../../shared/approvals/approval'
import { capsOf, chordsOf } from '../../shared/commands/shortcuts'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { shownState } from '../../shared/talk/shown-state'
import type { Translator } from '../i18n/translate'
import type { AppState } from '../state/app-state'
import { openApprovals } from '../state/apply-event'
import { currentStatus } from '../state/selectors'
import type { AppStore } from '../state/store'
import { keySentence } from '../ui/key-cap'
import { shownTitle } from '../ui/shown-title'
import { causeTitle } from './cause-title'

/** Where announcements go. */
export interface AnnouncementTargets {
  polite(text: string): void
  assertive(text: string): void
}

const MARKS_S = [60, 30, 10]

/**
 * Announces to screen readers: finished answers (not each token), states, new approval requests, and the remaining time
 * of an approval at 60, 30 and 10 s. Returns a function that stops it.
 */
export function createAnnouncements(store: AppStore, words: () => Translator, now: () => number, targets: AnnouncementTargets): () => void {
  const saidMarks = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const stop = store.api.subscribe((state, before) => {
    sayState(state, before, words(), targets)
    sayAnswer(state, before, words(), targets)
    sayRemoval(state, before, words(), targets)
    if (state.muted !== before.muted) targets.polite(words().t(state.muted ? 'dock.muted' : 'dock.unmuted'))
    for (const approval of openApprovals(state.approvals)) {
      if (before.approvals[approval.approvalId] !== undefined) continue
      targets.assertive(words().t('card.announce', { question: words().of(approval.question), risk: words().t(`risk.${approval.risk}`) }))
    }
    if (timer === null && state.approvals !== before.approvals) look()
  })

  /** Announces passed marks, and runs again each second while an approval is open. */
  const look = (): void => {
    timer = null
    const open = openApprovals(store.api.getState().approvals)
    for (const approval of open) sayTimeLeft(approval)
    if (open.length > 0) timer = setTimeout(look, 1000)
  }

  function sayTimeLeft({ approvalId, expiresAt, question }: Approval): void {
    const left = Math.ceil((expiresAt - now()) / 1000)
    const mark = MARKS_S.filter((seconds) => left <= seconds).at(-1)
    const known = saidMarks.get(approvalId)
    if (known === undefined) saidMarks.set(approvalId, mark ?? Number.POSITIVE_INFINITY)
    else if (mark !== undefined && mark < known) {
      saidMarks.set(approvalId, mark)
      targets.assertive(words().t('card.secondsLeft', { seconds: mark, question: words().of(question) }))
    }
  }

  look()
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

function sayState(state: AppState, before: AppState, i18n: Translator, targets: AnnouncementTargets): void {
  const status = currentStatus(state)
  const shown = shownState(status, state.talk)
  if (state.opening.phase !== 'ready' || shown === shownState(currentStatus(before), before.talk)) return
  if (shown !== 'error') targets.polite(i18n.t(`state.${shown}`))
  else if (status?.session.phase === 'failed')
    targets.assertive(causeTitle(status.session.cause, { detail: status.session.detail, model: status.model }, i18n))
}

function sayAnswer(state: AppState, before: AppState, i18n: Translator, targets: AnnouncementTargets): void {
  const conversationId = state.currentConversationId
  if (conversationId === null || conversationId !== before.currentConversationId) return
  const idle = state.statuses[conversationId]?.activity === 'idle'
  const wasBusy = before.statuses[conversationId] !== undefined && before.statuses[conversationId].activity !== 'idle'
  if (!idle || !wasBusy) return
  const last = state.threads[conversationId]?.thread.messages.at(-1)
  const text = last?.role === 'assistant' ? textOf(last) : ''
  if (text !== '') targets.polite(i18n.t('announce.answer', { text }))
}

function textOf(message: UIMessage): string {
  return message.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .trim()
}

function sayRemoval(
  { removed, conversations, installation, settings }: AppState,
  before: AppState,
  i18n: Translator,
  targets: AnnouncementTargets,
): void {
  if (removed === before.removed) return
  const titled = (title: string) => ({ title: shownTitle(title, i18n) })
  for (const { title } of removed.filter((one) => !before.removed.includes(one)))
    targets.polite(
      i18n.t('history.undoTold', {
        ...titled(title),
        keys: keySentence(
          capsOf(chordsOf('undoRemoval', settings.shortcuts)[0], installation.operatingSystem),
          installation.operatingSystem,
          i18n,
        ),
      }),
    )
  for (const { conversationId, title } of before.removed.filter((one) => !removed.includes(one)))
    if (conversations.some((one) => one.conversationId === conversationId)) targets.polite(i18n.t('history.restored', titled(title)))
}
