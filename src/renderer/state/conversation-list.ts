import type { Client } from '../../shared/ipc/client'
import type { ConversationPage, ListChange } from '../../shared/ipc/conversation-list'
import type { ConversationSummary } from '../../shared/ipc/schemas'

type Conversations = readonly ConversationSummary[]
type Change = Pick<ListChange, 'changed' | 'removed'>

/** The list after a change of it: latest change first; one whose time is the same keeps its place. */
export function withChange(list: Conversations, { changed, removed }: Change): Conversations {
  let next: Conversations = list.filter(({ conversationId }) => !removed.includes(conversationId))
  for (const summary of changed ?? []) {
    const at = next.findIndex(({ conversationId }) => conversationId === summary.conversationId)
    if (next[at]?.updatedAt === summary.updatedAt) {
      next = next.with(at, summary)
      continue
    }
    const others = at < 0 ? next : next.toSpliced(at, 1)
    const place = others.findIndex(({ updatedAt }) => updatedAt <= summary.updatedAt)
    next = others.toSpliced(place < 0 ? others.length : place, 0, summary)
  }
  return next
}

/** Keeps the list of conversations as main has it. */
export interface ConversationList {
  /** Takes main's first page, and reads the others. */
  begin(first: ConversationPage): void
  /** Takes a change; where that says that much changed, the list is read again. */
  change(change: Change): void
}

/**
 * Creates it over the list that a window shows, which `update` replaces. The list stays as it is while it is read, apart from changes that are told meanwhile, and if it
 * can't be read.
 */
export function createConversationList(
  client: Pick<Client, 'call'>,
  update: (next: (list: Conversations) => Conversations) => void,
): ConversationList {
  /** the changes since the reading began; null: nothing is read now */
  let meanwhile: Change[] | null = null
  let isStale = false

  async function pagesAfter(first: ConversationPage | null): Promise<Conversations | null> {
    const list = [...(first?.conversations ?? [])]
    let next = first?.next ?? null
    do {
      const reply = await client.call('conversation.page', { after: next })
      if (!reply.ok) return null
      list.push(...reply.value.conversations)
      next = reply.value.next
    } while (next !== null)
    return list
  }

  async function read(first: ConversationPage | null): Promise<void> {
    if (meanwhile !== null) {
      isStale = true
      return
    }
    const changes: Change[] = []
    meanwhile = changes
    const list = await pagesAfter(first)
    meanwhile = null
    if (list !== null) update(() => changes.reduce(withChange, list))
    if (!isStale) return
    isStale = false
    await read(null)
  }

  return {
    begin(first) {
      if (first.next !== null) void read(first)
    },
    change(change) {
      meanwhile?.push(change)
      update((list) => withChange(list, change))
      if (change.changed === null) void read(null)
    },
  }
}
