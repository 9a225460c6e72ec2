import { isDeepStrictEqual } from 'node:util'
import { type HotkeyState, noHotkeys } from '../../shared/hotkeys/hotkey-state'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Notice } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { LinkTarget } from '../../shared/links/link-target'
import { type DisplayText, modelText } from '../../shared/messages/message'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import { hotkeyPresses } from '../conversations/push-to-talk/app-talk'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import type { Emit } from '../lib/emit'
import type { EventBus } from '../lib/event-bus'
import { doTalkVerb, type Launch } from '../platform/launch'
import { type HeldHotkeys, type HotkeyListener, noHotkeysHeld, type Platform } from '../platform/platform'
import { appMenu } from '../platform/window/app-menu'
import type { Sight } from '../sight/sight-controller'
import type { SettingsFile } from '../storage/settings/settings-file'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import { type CompanionWindows, createCompanionWindows } from './companion-windows'
import { openControl } from './control/control-server'
import { createHotkeyHandlers, type HotkeyHandlers } from './hotkey-handlers'
import { followMicrophonePermission } from './microphone-permission'
import { createSightCommands } from './sight-hotkey'

/** The handlers of the calls about the desktop outside the window. */
export type DesktopHandlers = HotkeyHandlers &
  CompanionWindows['handlers'] &
  Pick<Handlers, 'login.get' | 'login.set' | 'system.settings' | 'link.take'>

/** Dependencies of the desktop integration. */
export interface DesktopIntegrationOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly talk: TalkController
  readonly sight: Pick<Sight, 'view' | 'stop'>
  readonly settings: SettingsFile
  readonly registry: ConversationRegistry
  readonly queue: ApprovalQueue
  readonly elicitations: { open(): readonly unknown[] }
  readonly eventBus: EventBus
  readonly emit: Emit
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  showNotice(kind: Notice['kind'], detail: DisplayText): void
  /** Plays a recording that the system opens with Parley. */
  openRecording(path: string): void
  report(what: string, error: unknown): void
}

/** Parley on the desktop outside its window: the global keys, and received command lines. */
export interface DesktopIntegration {
  readonly handlers: DesktopHandlers
  hotkey(): HotkeyState
  /** Whether main saw the user ask for something to be shown: a press in the window, the hotkey, or the system's menu. It counts once. */
  takeSightWish(): boolean
  /** Registers the keys and starts to receive command lines, once the window's calls are answered. */
  open(): Promise<void>
  close(): void
}

export function createDesktopIntegration(options: DesktopIntegrationOptions): DesktopIntegration {
  const { platform, talk, settings, emit, locale, showNotice, openRecording, report } = options
  let hotkey: HotkeyState = noHotkeys
  let keys: HeldHotkeys = noHotkeysHeld
  /** a link not yet delivered to any page */
  let pending: LinkTarget | null = null
  let listening = false
  let stopControl = (): void => undefined
  const sightCommands = createSightCommands(options)

  const listener: HotkeyListener = {
    ...hotkeyPresses(talk),
    newQuestion: () => beside.question(),
    sight: sightCommands.hotkey,
    woke: () => emit('sound.woke', {}),
    seen: (action, what) => emit('hotkey.seen', { action, what }),
    state(state) {
      const isNews = state.mode === 'none' && (hotkey.mode !== 'none' || reasonOf(hotkey) !== reasonOf(state))
      hotkey = state
      emit('hotkey.state', state)
      if (isNews && platform.kind === 'electron') showNotice('hotkey-unavailable', state.reason ?? '')
    },
  }

  function follow(target: LinkTarget): void {
    if (listening) emit('link.opened', target)
    else pending = target
  }

  function show(target: LinkTarget): void {
    platform.desktop?.bringToFront()
    follow(target)
  }

  let offered: string | null = null
  /** The menu only changes with the language or the keys. */
  function offerMenu(): void {
    const { shortcuts } = settings.current()
    const wanted = JSON.stringify([locale(), shortcuts])
    if (offered === wanted) return
    offered = wanted
    platform.desktop?.setAppMenu(appMenu(locale(), platform.operatingSystem, shortcuts), sightCommands.menu)
  }

  settings.onChange(async (after, before) => {
    offerMenu()
    if (!isDeepStrictEqual(after.hotkeys, before.hotkeys)) await keys.use(after.hotkeys)
  })
  followMicrophonePermission(options)
  const beside = createCompanionWindows({ ...options, hotkey: () => hotkey, show })

  function launched(launch: Launch): void {
    if (launch.kind === 'talk') doTalkVerb(talk, launch.verb)
    else if (launch.kind === 'link') follow(launch.target)
    else if (launch.kind === 'recording') openRecording(launch.path)
  }

  const isAtLogin = () => ({ on: platform.desktop?.atLogin.isOn() ?? null })

  return {
    handlers: {
      ...beside.handlers,
      ...createHotkeyHandlers({ settings, keys: () => keys }),
      'login.get': isAtLogin,
      'login.set': ({ on }) => {
        try {
          platform.desktop?.atLogin.set(on)
        } catch (error) {
          report('start at login', error)
          throw new CallError('login-not-set', 'The system did not take it. Look at what it starts at login in its own settings.')
        }
        return isAtLogin()
      },
      'system.settings': async ({ page }) => {
        try {
          if (platform.desktop === null) throw new Error('there is no desktop')
          await platform.desktop.openSystemSettings(page)
        } catch (error) {
          report('the settings of the system', error)
          throw new CallError('system-settings-not-opened', 'The system’s settings could not be opened. Look for its page on privacy.')
        }
        return null
      },
      'link.take': () => {
        const target = pending
        pending = null
        listening = true
        return { target }
      },
    },
    hotkey: () => hotkey,
    takeSightWish: () => sightCommands.take() || platform.takePress('main', 0),
    async open() {
      keys = await platform.listenToHotkey(listener, settings.current().hotkeys)
      const { userDataFolder, desktop } = platform
      desktop?.onClosing({
        way: () => settings.current().closeWindow,
        locale,
        chosen: (closeWindow) => void settings.update({ closeWindow }),
      })
      offerMenu()
      beside.open()
      desktop?.onLaunch(launched)
      stopControl = openControl({ userDataFolder, answer: ({ talk: verb }) => doTalkVerb(talk, verb), report })
    },
    close() {
      beside.close()
      keys.dispose()
      stopControl()
    },
  }
}

function reasonOf({ reason }: HotkeyState): string {
  return modelText(reason ?? '')
}
