import { createStore } from 'zustand/vanilla'
import type { Client } from '../../shared/ipc/client'
import { failure } from '../../shared/lib/result'
import { loadLanguage } from '../i18n/languages'
import { chooseLanguage } from '../i18n/translate'
import { initialState } from './app-state'
import { applyLoss } from './apply-loss'
import { createConversationList } from './conversation-list'
import { translatorOf } from './selectors'
import type { AppStore } from './store'
import { wordedClient } from './worded-client'

/**
 * The state of the inspector's window: it follows the current conversation of the app's window, and chooses none
 * itself.
 */
export function createInspectorStore(main: Client): AppStore {
  const api = createStore(() => initialState())
  const client = wordedClient(main, () => translatorOf(api.getState()))
  const list = createConversationList(client, (next) => api.setState(({ conversations }) => ({ conversations: next(conversations) })))
  const stops = [
    client.on('conversation.list', ({ currentConversationId, ...change }) => {
      api.setState({ currentConversationId })
      list.change(change)
    }),
    client.on('conversation.status', (status) =>
      api.setState(({ statuses }) => ({ statuses: { ...statuses, [status.conversationId]: status } })),
    ),
    client.on('inspector.show', ({ messageId }) => api.setState({ view: { name: 'inspector', messageId } })),
    client.on('settings.changed', (settings) => api.setState({ settings })),
    client.onLost((reason) => api.setState((state) => applyLoss(state, reason))),
  ]
  return {
    api,
    client,
    async start() {
      api.setState({ opening: { phase: 'loading' } })
      const reply = await client.call('inspector.window', null)
      if (!reply.ok) return api.setState({ opening: { phase: 'failed', message: reply.error.message } })
      const { settings, conversations, nextConversations, currentConversationId, statuses, messageId, ...installation } = reply.value
      await loadLanguage(chooseLanguage(settings.language, installation.systemLocale))
      api.setState({
        opening: { phase: 'ready' },
        installation,
        settings,
        conversations,
        currentConversationId,
        statuses: Object.fromEntries(statuses.map((status) => [status.conversationId, status])),
        view: { name: 'inspector', messageId },
      })
      list.begin({ conversations, next: nextConversations })
    },
    open: async () => undefined,
    reread: async () => failure('not-allowed', 'This window of Parley may not ask for that.'),
    create: async () => undefined,
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
