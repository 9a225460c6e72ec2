import type { TalkState } from '../../shared/ipc/schemas'
import { isTalking } from '../../shared/talk/talk-facts'
import type { AppState } from './app-state'
import { currentStatus } from './selectors'

/**
 * Empties the draft that is the picked sentence of a demo once the user has said it: it would be sent a second time. Any other draft
 * stays.
 */
export function withoutSpokenSentence(state: AppState, talk: TalkState): Partial<Pick<AppState, 'drafts'>> {
  const { currentConversationId: conversationId, drafts, fixtures } = state
  const replay = currentStatus(state)?.replay
  if (conversationId === null || replay === undefined || replay === null) return {}
  if (talk.phase !== 'tail' || state.talk.phase === 'tail' || !isTalking(state.talk)) return {}
  const picked = fixtures.find(({ fixtureId }) => fixtureId === replay.fixtureId)
  const draft = drafts[conversationId] ?? ''
  if (picked === undefined || !Object.values(picked.prompt).includes(draft)) return {}
  return { drafts: { ...drafts, [conversationId]: '' } }
}
