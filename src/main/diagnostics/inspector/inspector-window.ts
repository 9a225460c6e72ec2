import type { inspectorWindowCalls } from '../../../shared/inspector/inspector-window-calls'
import type { Handlers } from '../../../shared/ipc/router'
import type { Settings } from '../../../shared/ipc/schemas'
import type { ConversationRegistry } from '../../conversations/conversation-registry'
import type { Emit } from '../../lib/emit'
import type { Platform } from '../../platform/platform'

/** What the inspector's own window is made from. */
export interface InspectorWindowOptions {
  readonly platform: Pick<
    Platform,
    'kind' | 'runtime' | 'operatingSystem' | 'systemLocale' | 'desktop' | 'openSideWindow' | 'sideWindowOpen'
  >
  readonly registry: Pick<ConversationRegistry, 'summaries' | 'currentId' | 'statuses'>
  readonly version: string
  settings(): Settings
  readonly emit: Emit
}

/** The calls about the inspector's own window: those of the app's page that open it, and its own. */
export function createInspectorWindow(parts: InspectorWindowOptions): Pick<Handlers, keyof typeof inspectorWindowCalls> {
  const { platform, registry, version, settings, emit } = parts
  /** whose frames the window shows when it comes up */
  let messageId: string | null = null

  return {
    'inspector.open': (wish) => {
      const isOpen = platform.sideWindowOpen('inspector')
      if (wish.onlyIfOpen && !isOpen) return { opened: false }
      messageId = wish.messageId
      if (isOpen) emit('inspector.show', { messageId })
      platform.openSideWindow('inspector')
      return { opened: true }
    },
    'inspector.window': () => ({
      version,
      runtime: platform.runtime,
      platform: platform.kind,
      operatingSystem: platform.operatingSystem,
      systemLocale: platform.systemLocale,
      settings: settings(),
      conversations: [...registry.summaries()],
      currentConversationId: registry.currentId(),
      statuses: [...registry.statuses()],
      messageId,
    }),
    'inspector.showMessage': (shown) => {
      platform.desktop?.bringToFront()
      emit('message.show', shown)
      return null
    },
  }
}
