import type { AppStore } from './store'

/** The user's actions on stored conversations. A refusal of main is shown next to the list and changes nothing. */
export interface HistoryActions {
  renameConversation(conversationId: string, title: string): Promise<void>
  pinConversation(conversationId: string, pinned: boolean): Promise<void>
  archiveConversation(conversationId: string, archived: boolean): Promise<void>
  /** Removes a conversation; until the time to undo is over it can be restored. Another one is shown instead. */
  removeConversation(conversationId: string): Promise<void>
  /** Restores a removed conversation, the last one if none is named, and shows it if it was on the screen then. */
  undoRemoval(conversationId?: string): Promise<void>
  /** The time to undo this removal is over; other removed conversations keep theirs. */
  letRemovedGo(conversationId: string): Promise<void>
  openPalette(open: boolean): void
  /** Opens the find bar of the thread with the focus in its field, or closes it. */
  openFind(open: boolean): void
  /** Opens a conversation, at a message if one is named. */
  jumpTo(conversationId: string, messageId: string | null, terms: readonly string[]): Promise<void>
  /** The message was scrolled into view. */
  jumped(): void
}

/** Binds the history actions to one store. */
export function createHistoryActions({ api, client, open, create }: AppStore): HistoryActions {
  const succeeded = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }): boolean => {
    api.setState({ historyFailure: reply.ok ? null : reply.error.message })
    return reply.ok
  }

  const undoing = new Set<string>()
  const withoutRemoved = (conversationId: string) =>
    api.setState(({ removed }) => ({ removed: removed.filter((one) => one.conversationId !== conversationId) }))

  /** The next conversation in the list that is not archived; a new one if there is none. */
  const showAnother = async (gone: string, at: number) => {
    const others = api.getState().conversations.filter(({ conversationId, archived }) => conversationId !== gone && !archived)
    const next = others[Math.min(at, others.length - 1)]
    if (next === undefined) await create()
    else await open(next.conversationId)
  }

  return {
    async renameConversation(conversationId, title) {
      succeeded(await client.call('conversation.rename', { conversationId, title }))
    },
    async pinConversation(conversationId, pinned) {
      succeeded(await client.call('conversation.pin', { conversationId, pinned }))
    },
    async archiveConversation(conversationId, archived) {
      succeeded(await client.call('conversation.archive', { conversationId, archived }))
    },
    async removeConversation(conversationId) {
      const { conversations, currentConversationId } = api.getState()
      const summary = conversations.find((one) => one.conversationId === conversationId)
      const at = conversations.filter(({ archived }) => !archived).findIndex((one) => one.conversationId === conversationId)
      if (!succeeded(await client.call('conversation.remove', { conversationId }))) return
      const wasShown = currentConversationId === conversationId
      api.setState((state) => ({
        conversations: state.conversations.filter((one) => one.conversationId !== conversationId),
        removed: [
          ...state.removed.filter((one) => one.conversationId !== conversationId),
          { conversationId, title: summary?.title ?? '', wasShown },
        ],
      }))
      if (wasShown) await showAnother(conversationId, Math.max(0, at))
    },
    async undoRemoval(wanted) {
      const still = api.getState().removed.filter(({ conversationId }) => !undoing.has(conversationId))
      const one = wanted === undefined ? still.at(-1) : still.find(({ conversationId }) => conversationId === wanted)
      if (one === undefined) return
      const { conversationId, wasShown } = one
      undoing.add(conversationId)
      const back = succeeded(await client.call('conversation.restore', { conversationId }))
      undoing.delete(conversationId)
      withoutRemoved(conversationId)
      if (back && wasShown) await open(conversationId)
    },
    async letRemovedGo(conversationId) {
      if (undoing.has(conversationId)) return
      withoutRemoved(conversationId)
      await client.call('conversation.erase', { conversationId })
    },
    openPalette: (paletteOpen) => api.setState({ paletteOpen, drawerOpen: false }),
    openFind: (open) =>
      api.setState(({ findAsked }) =>
        open ? { view: { name: 'thread' }, findAsked: (findAsked ?? 0) + 1, drawerOpen: false } : { findAsked: null },
      ),
    async jumpTo(conversationId, messageId, terms) {
      api.setState({ jump: messageId === null ? null : { conversationId, messageId, terms } })
      await open(conversationId)
    },
    jumped: () => api.setState({ jump: null }),
  }
}
