import { markTerms, snippetOf } from '../../shared/history/marked-text'
import { searchTerms } from '../../shared/history/search-terms'
import { LONGEST_PAGE } from '../../shared/ipc/conversation-list'
import type { HistoryHit } from '../../shared/ipc/history-calls'
import type { StoredConversation } from '../storage/database/conversation-table'
import type { Store } from '../storage/database/store'

const LIMIT = 30
const PER_CONVERSATION = 3

/** In one conversation all matches are wanted, not only the newest. */
const LIMIT_WITHIN = 200

/** The newest conversations whose titles contain all words. Pauses after each page of the list. */
async function searchTitles(
  conversations: Pick<Store['conversations'], 'page'>,
  terms: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly HistoryHit[]> {
  const folded = terms.map((term) => term.toLowerCase())
  const matches = ({ title, isPrivate }: StoredConversation): boolean =>
    isPrivate !== true && folded.every((term) => title.normalize('NFC').toLowerCase().includes(term))
  const found: HistoryHit[] = []
  let page = conversations.page(null, LONGEST_PAGE)
  for (;;) {
    found.push(...page.filter(matches).map((one) => titleHit(one, terms)))
    const last = page.at(-1)
    if (last === undefined || page.length < LONGEST_PAGE || found.length >= LIMIT) return found
    await pause()
    page = conversations.page(last, LONGEST_PAGE)
  }
}

function titleHit({ conversationId, title, updatedAt, hasVoice, archivedAt }: StoredConversation, terms: readonly string[]): HistoryHit {
  const shown = markTerms(title, terms)
  return { conversationId, messageId: null, title: shown, snippet: [], at: updatedAt, hasVoice, archived: archivedAt !== null }
}

/** Matches of all words in messages, newest first. `within`: only in this conversation. */
function searchMessages(
  { conversations, search }: Pick<Store, 'conversations' | 'search'>,
  terms: readonly string[],
  within: string | undefined,
): readonly HistoryHit[] {
  const sought =
    within === undefined ? search.messages(terms, LIMIT, PER_CONVERSATION) : search.messages(terms, LIMIT_WITHIN, LIMIT_WITHIN, within)
  return sought.flatMap(({ conversationId, messageId, text, updatedAt }): HistoryHit[] => {
    const conversation = conversations.get(conversationId)
    if (conversation === null) return []
    const { title, hasVoice, archivedAt } = conversation
    const snippet = snippetOf(text, terms)
    return [{ conversationId, messageId, title: markTerms(title, []), snippet, at: updatedAt, hasVoice, archived: archivedAt !== null }]
  })
}

/**
 * Matches of all words of a query: conversations by title first, then messages, newest first. `within`: only messages of this
 * conversation. `pause` resolves once everything else that is due has had its turn.
 */
export async function searchHistory(
  store: Pick<Store, 'conversations' | 'search'>,
  query: string,
  pause: () => Promise<void>,
  within?: string,
): Promise<readonly HistoryHit[]> {
  const terms = searchTerms(query)
  if (terms.length === 0) return []
  if (within !== undefined) return searchMessages(store, terms, within)
  return [...(await searchTitles(store.conversations, terms, pause)), ...searchMessages(store, terms, undefined)].slice(0, LIMIT)
}
