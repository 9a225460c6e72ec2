import type { AppState } from './app-state'

/**
 * A conversation without messages, draft or activity, so that no further new one is needed; null if there is none. One that was
 * named, pinned, archived or is private does not count.
 */
export function unusedConversation(state: AppState): string | null {
  const isUnused = ({ conversationId, title, pinned, archived, isPrivate }: AppState['conversations'][number]): boolean =>
    title === '' &&
    !pinned &&
    !archived &&
    isPrivate !== true &&
    state.threads[conversationId]?.thread.messages.length === 0 &&
    (state.unread[conversationId] ?? 0) === 0 &&
    (state.drafts[conversationId] ?? '') === '' &&
    (state.sending[conversationId] ?? '') === '' &&
    (state.draftFiles[conversationId]?.length ?? 0) === 0 &&
    (state.attaching[conversationId] ?? 0) === 0 &&
    state.statuses[conversationId]?.activity === 'idle' &&
    state.statuses[conversationId].session.phase === 'off'
  return state.conversations.find(isUnused)?.conversationId ?? null
}
