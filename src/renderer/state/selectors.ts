import type { Approval } from '../../shared/approvals/approval'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import { isTalking } from '../../shared/talk/talk-facts'
import { chooseLanguage, createTranslator, type Translator } from '../i18n/translate'
import type { AppState } from './app-state'
import { openApprovals } from './apply-event'
import { isLoss } from './local-notice'

/** The language of the page. */
export function languageOf({ settings, installation }: AppState): string {
  return chooseLanguage(settings.language, installation.systemLocale)
}

/** The translator of the page. */
export function translatorOf(state: AppState): Translator {
  return createTranslator(languageOf(state))
}

/** The status of the conversation on screen. */
export function currentStatus(state: AppState): ConversationStatus | undefined {
  return state.currentConversationId === null ? undefined : state.statuses[state.currentConversationId]
}

/**
 * The conversation that is playing, or will when an answer is read aloud: the one on screen before any other; null if
 * all are silent.
 */
export function speakingConversation(state: AppState): string | null {
  const speaking = [currentStatus(state), ...Object.values(state.statuses)].find(
    (status) => status?.activity === 'speaking' || (status?.reading !== undefined && status.reading.phase !== 'failed'),
  )
  return speaking?.conversationId ?? null
}

/**
 * The conversation on screen, if Parley works on an answer and the user neither speaks nor has Settings open; otherwise
 * null.
 */
export function waitingConversation(state: AppState): string | null {
  const status = currentStatus(state)
  const isSeen = state.view.name !== 'settings' && !isTalking(state.talk)
  return status?.activity === 'thinking' && isSeen ? status.conversationId : null
}

/** Whether this page has lost its host. */
export function isLost({ notices }: AppState): boolean {
  return notices.some(isLoss)
}

/** The title of the conversation on screen; empty for a new one. */
export function currentTitle(state: AppState): string {
  return state.conversations.find((conversation) => conversation.conversationId === state.currentConversationId)?.title ?? ''
}

/** Number of open approvals and questions of servers in all conversations. */
export function openApprovalCount(state: AppState): number {
  return Object.values(state.approvals).reduce(
    (count, approval) => count + (approval.state === 'requested' ? 1 : 0),
    state.elicitations.length,
  )
}

/** The approval of this conversation that expires first. */
export function firstApprovalOf(state: AppState, conversationId: string | null): Approval | null {
  return openApprovals(state.approvals).find((approval) => approval.conversationId === conversationId) ?? null
}

/** Open approvals and questions of servers by conversation, counted from themselves so that a badge never lags behind a card. */
export function approvalCounts({ approvals, elicitations }: Pick<AppState, 'approvals' | 'elicitations'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { conversationId } of [...openApprovals(approvals), ...elicitations])
    counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1)
  return counts
}

/** Whether macOS draws its window buttons over the page's top left corner. */
export function hasTrafficLights({ installation }: AppState): boolean {
  return installation.platform === 'electron' && installation.operatingSystem === 'darwin'
}

/** The conversation on the screen is private. */
export function currentIsPrivate(state: AppState): boolean {
  return state.conversations.some(({ conversationId, isPrivate }) => conversationId === state.currentConversationId && isPrivate === true)
}
