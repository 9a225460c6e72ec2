import type { Fixture } from '../../shared/fixtures/fixture'
import type { ConversationRegistryOptions } from '../conversations/conversation-registry-options'

/** Hears that something was said in a conversation to its end. `playing`: the recording that answers; null where none can. */
export type UnheardTeller = (conversationId: string, playing: Fixture | null) => void

/**
 * Tells the user, once while Parley runs, that a recording hears no words: whatever is said, what was recorded follows. The notice's
 * detail is the id of the recording.
 */
export function createUnheardTeller({
  fixtures,
  credentials,
  notices,
}: Pick<ConversationRegistryOptions, 'fixtures' | 'credentials' | 'notices'>): UnheardTeller {
  let told = false
  return (conversationId, playing) => {
    // a recording that was given alone is meant to answer whatever is said
    if (told || playing === null || credentials.present() || fixtures.length < 2) return
    told = true
    notices.show({ conversationId, kind: 'not-heard', cause: null, detail: playing.fixtureId })
  }
}
