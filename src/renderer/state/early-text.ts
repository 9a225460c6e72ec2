import type { Actions } from './actions'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** Text typed before main has said which conversation it belongs to. */
export interface EarlyText {
  readonly text: string
  /** it will be sent as soon as that is known; further typing cancels this */
  readonly send: boolean
}

/** Nothing typed yet. */
export const noEarlyText: EarlyText = { text: '', send: false }

/** Turns the early text into the draft of this conversation. */
export function earlyTextInto({ early, drafts }: AppState, conversationId: string | null): Partial<AppState> {
  if (conversationId === null || early === null || early.text === '') return {}
  return { early: { ...early, text: '' }, drafts: { ...drafts, [conversationId]: early.text } }
}

/** Sends the early text, if requested, once its conversation is open. Returns a function that stops waiting. */
export function sendEarlyText({ api }: AppStore, { sendDraft }: Pick<Actions, 'sendDraft'>): () => void {
  return api.subscribe((state) => {
    const { early, opening, currentConversationId, view } = state
    if (early?.send !== true || opening.phase !== 'ready' || currentConversationId === null) return
    if (view.name !== 'setUp' && state.threads[currentConversationId] === undefined) return
    api.setState({ early: noEarlyText })
    // if a first run is due after all, the text stays as a draft
    if (view.name !== 'setUp') void sendDraft(currentConversationId)
  })
}
