import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { Clock } from '../../shared/lib/clock'
import type { LinkTarget } from '../../shared/links/link-target'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import type { Emit } from '../lib/emit'
import type { EventBus } from '../lib/event-bus'
import type { Platform } from '../platform/platform'
import type { Sight } from '../sight/sight-controller'
import type { SettingsFile } from '../storage/settings/settings-file'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import { createOverlayController, type OverlayHandlers } from './overlay/overlay-controller'
import { followPresence, readPresence } from './presence'
import { createQuickController, type QuickHandlers } from './quick/quick-controller'
import { createTrayController } from './tray-controller'

/** Dependencies of Parley's other windows. */
export interface CompanionWindowsOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly settings: Pick<SettingsFile, 'current'>
  readonly registry: ConversationRegistry
  readonly queue: ApprovalQueue
  readonly elicitations: { open(): readonly unknown[] }
  readonly talk: TalkController
  readonly sight: Pick<Sight, 'view' | 'stop'>
  readonly eventBus: EventBus
  readonly emit: Emit
  report(what: string, error: unknown): void
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  hotkey(): HotkeyState
  /** Brings the main window to the front and navigates there. */
  show(target: LinkTarget): void
}

/** Overlay, question window, and tray. */
export interface CompanionWindows {
  readonly handlers: OverlayHandlers & QuickHandlers
  /** The key for a new question was pressed. */
  question(): void
  /** Starts to show them, once the main window's calls are answered. */
  open(): void
  close(): void
}

export function createCompanionWindows(options: CompanionWindowsOptions): CompanionWindows {
  const { platform, clock, settings, registry, queue, elicitations, talk, sight, eventBus, emit, locale, hotkey, show } = options
  const { desktop } = platform
  const small = desktop?.small ?? null
  const presence = () => readPresence({ registry, queue, elicitations, talk, sight })
  const overlay = createOverlayController({
    platform,
    small,
    clock,
    settings,
    registry,
    queue,
    talk,
    emit,
    presence,
    hotkey,
    showSettings: (section) => show({ kind: 'settings', section }),
    mutedChanged: () => update(),
  })
  const quick = createQuickController({ platform, small, settings, registry, inMainWindow: () => show({ kind: 'new', text: '' }) })
  const tray = createTrayController({
    desktop,
    locale,
    presence,
    muted: overlay.muted,
    clicked: (approvalId) => emit('question.show', { approvalId }),
    acts: {
      toggleTalk: talk.toggle,
      interrupt: (conversationId) => registry.get(conversationId).interrupt(),
      stopSight: () => sight.stop('stopped'),
      mute: () => emit('voice.mute', { muted: !overlay.muted() }),
      newQuestion: quick.open,
      questions: () => show({ kind: 'questions' }),
      open: () => show({ kind: 'app' }),
      inspector: () => platform.openSideWindow('inspector'),
      quit: () => desktop?.quit(),
    },
  })
  let isOpen = false

  function update(): void {
    if (!isOpen) return
    tray.update()
    overlay.update()
    quick.update()
  }

  const visibility = platform.onVisibilityChange(update)
  followPresence(eventBus, update, (error) => options.report('windows beside the main one not updated', error))
  return {
    handlers: { ...overlay.handlers, ...quick.handlers },
    question: quick.toggle,
    open() {
      isOpen = true
      small?.listen({
        left: (name) => (name === 'quick' ? quick.left() : overlay.lost()),
        displaysChanged: overlay.place,
      })
      update()
    },
    close() {
      isOpen = false
      visibility.dispose()
      overlay.close()
      quick.left()
    },
  }
}
