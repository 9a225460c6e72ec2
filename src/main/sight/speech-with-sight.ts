import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import type { Sight } from './sight-controller'

type Speech = Pick<ConversationRegistry, 'prepareSpeech' | 'beginSpeech' | 'endSpeech' | 'cancelSpeech'>

/**
 * Speech whose end waits until what the user sees has been sent: the model answers about what was visible when they stopped. The next
 * speech ends the wait.
 */
export function speechWithSight(registry: Speech & Pick<ConversationRegistry, 'currentId'>, sight: Pick<Sight, 'beforeWords'>): Speech {
  /** ends the speech that waits for its frame */
  let end: (() => void) | null = null
  /** where the user speaks */
  let conversationId: string | null = null

  function endNow(): void {
    end?.()
  }

  return {
    prepareSpeech() {
      endNow()
      registry.prepareSpeech()
      conversationId = registry.currentId()
    },
    beginSpeech() {
      endNow()
      registry.beginSpeech()
      void sight.beforeWords(conversationId)
    },
    endSpeech() {
      endNow()
      const finish = (): void => {
        if (end !== finish) return
        end = null
        registry.endSpeech()
      }
      end = finish
      void sight.beforeWords(conversationId).then(finish)
    },
    cancelSpeech() {
      endNow()
      registry.cancelSpeech()
    },
  }
}
