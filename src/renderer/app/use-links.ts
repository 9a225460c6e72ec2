import { useEffect } from 'react'
import type { LinkTarget } from '../../shared/links/link-target'
import { isSettingsSection } from '../settings/sections'
import { useApp, useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'

/** Follows Parley links, both while the window is open and at the start. A link never sends anything. */
export function useLinks(): void {
  const { store, client, actions } = useServices()
  const ready = useApp((state) => state.opening.phase === 'ready' && state.currentConversationId !== null)
  useEffect(() => {
    if (!ready) return
    const go = async (target: LinkTarget) => {
      // the first run comes first
      if (store.api.getState().view.name === 'setUp') return
      switch (target.kind) {
        case 'app':
          return
        case 'conversation':
          if (store.api.getState().conversations.some(({ conversationId }) => conversationId === target.conversationId))
            await store.open(target.conversationId)
          return
        case 'questions':
          return actions.showQuestions(true)
        case 'settings':
          return actions.showSettings(isSettingsSection(target.section) ? target.section : 'general')
        case 'new': {
          await store.create()
          const { currentConversationId } = store.api.getState()
          if (target.text !== '' && currentConversationId !== null) actions.setDraft(currentConversationId, target.text)
          whenDrawn(() => {
            if (document.querySelector('[data-composer]') === null) return false
            focusComposer()
            return true
          })
        }
      }
    }
    const stop = client.on('link.opened', (target) => void go(target))
    const stopMessages = client.on('message.show', ({ conversationId, messageId }) => void actions.jumpTo(conversationId, messageId, []))
    void client.call('link.take', null).then((reply) => {
      if (reply.ok && reply.value.target !== null) void go(reply.value.target)
    })
    return () => {
      stop()
      stopMessages()
    }
  }, [ready, store, client, actions])
}
