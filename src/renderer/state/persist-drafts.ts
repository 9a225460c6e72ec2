import type { Attachment } from '../../shared/attachments/attachment'
import { longestText } from '../../shared/ipc/limits'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** ms after the last key until a draft is saved. */
const SAVE_AFTER_MS = 250

/**
 * Stores drafts, so that they survive the window: each conversation's draft is restored when it is opened, and a message
 * being sent counts as a draft until it is acknowledged. Returns a function that stops it.
 */
export function persistDrafts({ api, client }: AppStore): () => void {
  const readings = new Map<string, Promise<void>>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const save = async (conversationId: string) => {
    timers.delete(conversationId)
    // the stored draft is read first: unread text is never overwritten
    await readDraft(conversationId)
    const text = draftText(api.getState(), conversationId)
    // a text that is too long to send stays only in the window
    if (text.length <= longestText) void client.call('draft.save', { conversationId, text })
  }

  const readDraft = (conversationId: string): Promise<void> => {
    const reading = readings.get(conversationId) ?? fetchDraft(conversationId)
    readings.set(conversationId, reading)
    return reading
  }

  const fetchDraft = async (conversationId: string) => {
    const reply = await client.call('draft.read', { conversationId })
    if (!reply.ok) return
    const { text, attachments } = reply.value
    if (attachments.length > 0)
      api.setState((state) => ({
        draftFiles: { ...state.draftFiles, [conversationId]: joined(attachments, state.draftFiles[conversationId]) },
      }))
    if (text === '') return
    // before text that was typed meanwhile
    api.setState(({ drafts }) => ({
      drafts: { ...drafts, [conversationId]: [text, drafts[conversationId] ?? ''].filter(Boolean).join('\n') },
    }))
  }

  const stop = api.subscribe((state, before) => {
    const { currentConversationId } = state
    if (currentConversationId !== null && state.threads[currentConversationId] !== undefined) void readDraft(currentConversationId)
    if (state.drafts === before.drafts && state.sending === before.sending) return
    for (const conversationId of Object.keys({ ...state.drafts, ...before.sending })) {
      if (draftText(state, conversationId) === draftText(before, conversationId)) continue
      clearTimeout(timers.get(conversationId))
      timers.set(
        conversationId,
        setTimeout(() => void save(conversationId), SAVE_AFTER_MS),
      )
    }
  })

  return () => {
    stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

function draftText({ drafts, sending }: AppState, conversationId: string): string {
  return [sending[conversationId] ?? '', drafts[conversationId] ?? ''].filter(Boolean).join('\n')
}

/** The stored files, and those added meanwhile. */
function joined(kept: readonly Attachment[], since: readonly Attachment[] = []): readonly Attachment[] {
  return [...kept, ...since.filter((file) => !kept.some(({ attachmentId }) => attachmentId === file.attachmentId))]
}
