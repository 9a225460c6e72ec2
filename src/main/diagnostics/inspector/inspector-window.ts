import type { inspectorWindowCalls } from '../../../shared/inspector/inspector-window-calls'
import type { Handlers } from '../../../shared/ipc/router'
import type { Settings } from '../../../shared/ipc/schemas'
import type { ConversationRegistry } from '../../conversations/conversation-registry'
import type { Emit } from '../../lib/emit'
import type { Platform } from '../../platform/platform'

/** Dependencies of the inspector window. */
export interface InspectorWindowOptions {
  readonly platform: Pick<
    Platform,
    'kind' | 'runtime' | 'operatingSystem' | 'systemLocale' | 'desktop' | 'openSideWindow' | 'sideWindowOpen'
  >
  readonly registry: Pick<ConversationRegistry, 'page' | 'currentId' | 'statuses'>
  readonly version: string
  settings(): Settings
  readonly emit: Emit
}

/** The calls about the inspector window: those of the main window that open it, and its own. */
export function createInspectorWindow(options: InspectorWindowOptions): Pick<Handlers, keyof typeof inspectorWindowCalls> {
  const { platform, registry, version, settings, emit } = options
  /** the conversation that the window shows when it opens */
  let messageId: string | null = null

  return {
    'inspector.open': (request) => {
      const isOpen = platform.sideWindowOpen('inspector')
      if (request.onlyIfOpen && !isOpen) return { opened: false }
      messageId = request.messageId
      if (isOpen) emit('inspector.show', { messageId })
      platform.openSideWindow('inspector')
      return { opened: true }
    },
    'inspector.window': () => {
      const first = registry.page(null)
      return {
        version,
        runtime: platform.runtime,
        platform: platform.kind,
        operatingSystem: platform.operatingSystem,
        systemLocale: platform.systemLocale,
        settings: settings(),
        conversations: first.conversations,
        nextConversations: first.next,
        currentConversationId: registry.currentId(),
        statuses: [...registry.statuses()],
        messageId,
      }
    },
    'inspector.showMessage': (shown) => {
      platform.desktop?.bringToFront()
      emit('message.show', shown)
      return null
    },
  }
}
