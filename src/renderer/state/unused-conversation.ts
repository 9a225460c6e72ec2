import type { AppState } from './app-state'

/**
 * A conversation in which nothing was said, written or begun yet, so that nobody needs another new one; null where there is none. One
 * that was named, pinned, put away or is private was made for something.
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
