import type { ConversationStatus } from '../../shared/ipc/schemas'
import type { SightSubject } from '../../shared/sight/sight-machine'
import type { Shown } from '../models/live/live-connector'
import { beginNote, endNote } from './model-notes'

/** The conversation that Gemini sees something in. */
export interface SightConversations {
  /** The current one. */
  currentId(): string
  /** Opens its connection to the model, if there is none. */
  connect(conversationId: string): void
  /** See `LiveSession.show`. */
  show(conversationId: string, shown: Shown): boolean
  isConnected(conversationId: string): boolean
}

/** Tells the model what it sees, once in each connection. */
export interface ModelWatcher {
  begin(subject: SightSubject): void
  /** The session is in this phase now. `connected`: it is so again; `ended`: it was, and is not connected again by itself. */
  follow(phase: ConversationStatus['session']['phase']): 'connected' | 'ended' | null
  end(): void
}

/** Creates the watcher; the model sees nothing. */
export function createModelWatcher(conversations: SightConversations): ModelWatcher {
  let shown: SightSubject | null = null
  /** the model knows that it sees */
  let isInformed = false
  let isConnected = false
  /** it was connected since it began */
  let hasConnected = false

  function connected(subject: SightSubject): void {
    isConnected = true
    hasConnected = true
    isInformed = conversations.show(subject.conversationId, { type: 'note', text: beginNote(subject.source) })
  }

  return {
    begin(subject) {
      shown = subject
      isInformed = false
      isConnected = false
      hasConnected = false
      if (conversations.isConnected(subject.conversationId)) connected(subject)
      else conversations.connect(subject.conversationId)
    },
    follow(phase) {
      if (shown === null) return null
      if (phase === 'ready') {
        if (isConnected) return null
        // a new connection may know nothing of it, and what it saw is old
        connected(shown)
        return 'connected'
      }
      isConnected = false
      return phase === 'failed' || (phase === 'off' && hasConnected) ? 'ended' : null
    },
    end() {
      if (shown !== null && isInformed) conversations.show(shown.conversationId, { type: 'note', text: endNote })
      shown = null
    },
  }
}
