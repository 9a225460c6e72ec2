import type { Actions } from './actions'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** What is typed before main has said which conversation it belongs to. */
export interface EarlyText {
  readonly text: string
  /** it is to be sent as soon as that is known; typing on takes this back */
  readonly send: boolean
}

/** Nothing was typed yet. */
export const noEarlyText: EarlyText = { text: '', send: false }

/** What was typed early becomes the draft of this conversation. */
export function earlyTextInto({ early, drafts }: AppState, conversationId: string | null): Partial<AppState> {
  if (conversationId === null || early === null || early.text === '') return {}
  return { early: { ...early, text: '' }, drafts: { ...drafts, [conversationId]: early.text } }
}

/** Sends what was to be sent, once its conversation is open. Returns the way to stop. */
export function sendEarlyText({ api }: AppStore, { sendDraft }: Pick<Actions, 'sendDraft'>): () => void {
  return api.subscribe((state) => {
    const { early, opening, currentConversationId, view } = state
    if (early?.send !== true || opening.phase !== 'ready' || currentConversationId === null) return
    if (view.name !== 'setUp' && state.threads[currentConversationId] === undefined) return
    api.setState({ early: noEarlyText })
    // behind a first run that has to be gone through after all, the words wait as a draft
    if (view.name !== 'setUp') void sendDraft(currentConversationId)
  })
}
