import { textSizes } from '../../../shared/ipc/appearance-choices'
import type { QuickView } from '../../../shared/ipc/popup-window-calls'
import type { Handlers } from '../../../shared/ipc/router'
import type { ConversationRegistry } from '../../conversations/conversation-registry-types'
import type { Platform } from '../../platform/platform'
import { lookOf } from '../../platform/window/popup-window-look'
import type { PopupWindows } from '../../platform/window/popup-windows'
import { fitted } from '../../platform/window/window-place'
import type { SettingsFile } from '../../storage/settings/settings-file'

/** Its width at the default text size, and its height before its page reports one, in pixels. */
const size = { width: 620, height: 96 }
/** Its distance from the top of its display, as a share of the free height. */
const down = 0.28

export type QuickHandlers = Pick<Handlers, Extract<keyof Handlers, `quick.${string}`>>

/** Dependencies of the popup window for a question. */
export interface QuickControllerOptions {
  readonly platform: Platform
  readonly small: PopupWindows | null
  readonly settings: Pick<SettingsFile, 'current'>
  readonly registry: Pick<ConversationRegistry, 'currentId' | 'summary' | 'get' | 'create' | 'sendText'>
  /** What the key does if there is no such window, or it must wait: a new question in the main window. */
  inMainWindow(): void
}

/** The popup window for one typed question, available from every program. */
export interface QuickController {
  readonly handlers: QuickHandlers
  /** The key was pressed: shows or hides it. */
  toggle(): void
  open(): void
  /** The user went to another window: it is hidden, and the typed text stays. */
  left(): void
  /** The settings have changed. */
  update(): void
}

export function createQuickController({ platform, small, settings, registry, inMainWindow }: QuickControllerOptions): QuickController {
  let draft = ''
  let height = size.height
  let stands = false

  const view = (): QuickView => ({ look: lookOf(settings.current(), platform), draft })

  function place(): void {
    if (small === null) return
    const { area } = small.pointed()
    const width = Math.round((size.width * textSizes[settings.current().textSize]) / 100)
    const x = area.x + Math.round((area.width - width) / 2)
    // by its initial height, so that it grows downwards
    const y = area.y + Math.round((area.height - size.height) * down)
    small.show('quick', fitted({ x, y, width, height }, area))
  }

  function open(): void {
    // the first run takes precedence
    if (small === null || settings.current().setUp !== 'done') return inMainWindow()
    stands = true
    place()
    small.emit('quick', 'quick.view', view())
  }

  function close(): void {
    stands = false
    small?.hide('quick')
  }

  /** An empty conversation that is not private, else a new one. */
  function emptyConversation(): string {
    const currentId = registry.currentId()
    const isEmpty = currentId !== null && registry.get(currentId).messages().length === 0
    return isEmpty && registry.summary(currentId).isPrivate !== true ? currentId : registry.create().conversationId
  }

  return {
    handlers: {
      'quick.open': view,
      'quick.size': (wanted) => {
        height = wanted.height
        if (stands) place()
        return null
      },
      'quick.draft': ({ text }) => {
        draft = text
        return null
      },
      'quick.send': async ({ text }) => {
        await registry.sendText(emptyConversation(), text)
        draft = ''
        close()
        platform.desktop?.bringToFront()
        return null
      },
      'quick.close': () => {
        close()
        return null
      },
    },
    toggle: () => (stands ? close() : open()),
    open,
    left: close,
    update() {
      if (stands) small?.emit('quick', 'quick.view', view())
    },
  }
}
