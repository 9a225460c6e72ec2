import type { historyCalls } from '../../shared/ipc/history-calls'
import type { Handlers } from '../../shared/ipc/router'
import type { Store } from '../storage/database/store'
import type { History } from './history-actions'
import { searchHistory } from './search-history'

/** The handlers of the calls about stored conversations. */
export type HistoryHandlers = Pick<Handlers, keyof typeof historyCalls>

/** One handler per call: each only finds the part that owns the answer. */
export function createHistoryHandlers(
  history: History,
  store: Pick<Store, 'conversations' | 'search' | 'drafts' | 'attachments'>,
  pause: () => Promise<void>,
): HistoryHandlers {
  return {
    'conversation.rename': ({ conversationId, title }) => {
      history.rename(conversationId, title)
      return null
    },
    'conversation.pin': ({ conversationId, pinned }) => {
      history.pin(conversationId, pinned)
      return null
    },
    'conversation.archive': ({ conversationId, archived }) => {
      history.archive(conversationId, archived)
      return null
    },
    'conversation.remove': async ({ conversationId }) => {
      await history.remove(conversationId)
      return null
    },
    'conversation.restore': ({ conversationId }) => {
      history.restore(conversationId)
      return null
    },
    'conversation.erase': ({ conversationId }) => {
      history.erase(conversationId)
      return null
    },
    'draft.save': ({ conversationId, text }) => {
      store.drafts.save(conversationId, text)
      return null
    },
    'draft.read': ({ conversationId }) => ({
      text: store.drafts.get(conversationId),
      attachments: store.attachments
        .list(conversationId)
        .flatMap(({ isDraft, createdAt: _, ...attachment }) => (isDraft ? [attachment] : [])),
    }),
    'history.search': async ({ text, within }) => ({ hits: await searchHistory(store, text, pause, within) }),
  }
}
