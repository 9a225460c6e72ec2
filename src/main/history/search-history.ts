import { markTerms, snippetOf } from '../../shared/history/marked-text'
import { searchTerms } from '../../shared/history/search-terms'
import type { HistoryHit } from '../../shared/ipc/history-calls'
import type { Store } from '../storage/database/store'

const LIMIT = 30
const PER_CONVERSATION = 3

/** In one conversation all matches are wanted, not only the newest. */
const LIMIT_WITHIN = 200

/**
 * Matches of all words of a query: conversations by title first, then messages, newest first. `within`: only messages of this
 * conversation.
 */
export function searchHistory(
  { conversations, search }: Pick<Store, 'conversations' | 'search'>,
  query: string,
  within?: string,
): readonly HistoryHit[] {
  const terms = searchTerms(query)
  if (terms.length === 0) return []
  const kept = conversations.list().filter(({ isPrivate }) => isPrivate !== true)
  const byId = new Map(kept.map((one) => [one.conversationId, one]))
  const folded = terms.map((term) => term.toLowerCase())
  const byTitle = kept
    .filter(({ title }) => folded.every((term) => title.normalize('NFC').toLowerCase().includes(term)))
    .map(({ conversationId, title, updatedAt, hasVoice, archivedAt }): HistoryHit => {
      return {
        conversationId,
        messageId: null,
        title: markTerms(title, terms),
        snippet: [],
        at: updatedAt,
        hasVoice,
        archived: archivedAt !== null,
      }
    })
  const sought =
    within === undefined ? search.messages(terms, LIMIT, PER_CONVERSATION) : search.messages(terms, LIMIT_WITHIN, LIMIT_WITHIN, within)
  const bySaying = sought.flatMap(({ conversationId, messageId, text, updatedAt }): HistoryHit[] => {
    const conversation = byId.get(conversationId)
    if (conversation === undefined) return []
    const { title, hasVoice, archivedAt } = conversation
    const snippet = snippetOf(text, terms)
    return [{ conversationId, messageId, title: markTerms(title, []), snippet, at: updatedAt, hasVoice, archived: archivedAt !== null }]
  })
  return within === undefined ? [...byTitle, ...bySaying].slice(0, LIMIT) : bySaying
}
