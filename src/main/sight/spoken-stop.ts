import type { EventPayload } from '../../shared/ipc/contract'
import { saysStopLooking } from '../../shared/sight/stop-words'

/** Dependencies of the spoken stop. */
export interface SpokenStopOptions {
  /** The conversation in which something is shown; null while nothing is. */
  shownIn(): string | null
  stop(): void
}

/** Reads what the user says or writes while something is shown, and stops it at a word of theirs; no model is asked. Returns its listener. */
export function createSpokenStop({ shownIn, stop }: SpokenStopOptions): (event: EventPayload<'stream.chunk'>) => void {
  let said = { messageId: '', text: '' }

  return ({ conversationId, messageId, role, chunk }) => {
    if (role !== 'user' || chunk.type !== 'text-delta' || typeof chunk.delta !== 'string' || shownIn() !== conversationId) return
    said = { messageId, text: (said.messageId === messageId ? said.text : '') + chunk.delta }
    if (saysStopLooking(said.text)) stop()
  }
}
