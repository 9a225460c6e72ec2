import type { Attachment } from '../../shared/attachments/attachment'
import { longestText } from '../../shared/ipc/limits'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** A draft is written down this long after the last key, in ms. */
const SAVE_AFTER_MS = 250

/**
 * Keeps drafts in the store, so that they survive whatever happens to the window: each conversation's draft comes back when
 * it is opened, and what is being sent counts as a draft until it is acknowledged. Returns the way to stop.
 */
export function persistDrafts({ api, client }: AppStore): () => void {
  const readings = new Map<string, Promise<void>>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const save = async (conversationId: string) => {
    timers.delete(conversationId)
    // what is kept comes in first: nothing is written over what was never seen
    await readDraft(conversationId)
    const text = keptText(api.getState(), conversationId)
    // one that is too long to be sent stays in the window
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
    // before what was typed meanwhile
    api.setState(({ drafts }) => ({
      drafts: { ...drafts, [conversationId]: [text, drafts[conversationId] ?? ''].filter(Boolean).join('\n') },
    }))
  }

  const stop = api.subscribe((state, before) => {
    const { currentConversationId } = state
    if (currentConversationId !== null && state.threads[currentConversationId] !== undefined) void readDraft(currentConversationId)
    if (state.drafts === before.drafts && state.sending === before.sending) return
    for (const conversationId of Object.keys({ ...state.drafts, ...before.sending })) {
      if (keptText(state, conversationId) === keptText(before, conversationId)) continue
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

function keptText({ drafts, sending }: AppState, conversationId: string): string {
  return [sending[conversationId] ?? '', drafts[conversationId] ?? ''].filter(Boolean).join('\n')
}

/** The kept files, and those that came meanwhile. */
function joined(kept: readonly Attachment[], since: readonly Attachment[] = []): readonly Attachment[] {
  return [...kept, ...since.filter((file) => !kept.some(({ attachmentId }) => attachmentId === file.attachmentId))]
}
