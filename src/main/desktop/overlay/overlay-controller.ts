import { join } from 'node:path'
import type { HotkeyState } from '../../../shared/hotkeys/hotkey-state'
import { textSizes } from '../../../shared/ipc/appearance-choices'
import type { OverlayView, VoiceFacts } from '../../../shared/ipc/popup-window-calls'
import { CallError, type Handlers } from '../../../shared/ipc/router'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { textOf } from '../../../shared/lib/result'
import { whatStops } from '../../../shared/talk/what-stops'
import type { ConversationRegistry } from '../../conversations/conversation-registry-types'
import type { TalkController } from '../../conversations/push-to-talk/talk-controller'
import type { Emit } from '../../lib/emit'
import type { Platform } from '../../platform/platform'
import { lookOf } from '../../platform/window/popup-window-look'
import type { Display, PopupWindows } from '../../platform/window/popup-windows'
import { type Area, displayOf } from '../../platform/window/window-place'
import type { SettingsFile } from '../../storage/settings/settings-file'
import type { ApprovalQueue } from '../../tool-calls/approvals/approval-queue'
import type { Presence } from '../presence'
import { overlayPlace } from './overlay-place'
import { hasToShow, mayShow } from './overlay-wanted'

/** How long it stays when there is nothing more to show, so that the last text can be read, in ms. */
export const lingers = 3000
/** Its width at the default text size, and its height before its page reports one, in pixels. */
const size = { width: 360, height: 72 }

const nothingHeard: VoiceFacts = { caption: null, runningTool: null, microphones: [], loudspeakers: [] }

/** The handlers of its page's calls, and of the main window's reports for it. */
export type OverlayHandlers = Pick<Handlers, Extract<keyof Handlers, `overlay.${string}` | `voice.${'facts' | 'level' | 'muted'}`>>

/** Dependencies of the talk overlay. */
export interface OverlayControllerOptions {
  readonly platform: Pick<Platform, 'userDataFolder' | 'operatingSystem' | 'systemLocale' | 'windowFocused' | 'desktop'>
  /** null on a host without windows: the overlay is never shown */
  readonly small: PopupWindows | null
  readonly clock: Clock
  readonly settings: Pick<SettingsFile, 'current'>
  readonly registry: Pick<ConversationRegistry, 'get'>
  readonly queue: Pick<ApprovalQueue, 'decide'>
  readonly talk: Pick<TalkController, 'cancel'>
  readonly emit: Emit
  presence(): Presence
  hotkey(): HotkeyState
  /** Brings the main window to the front, at this page of its settings. */
  showSettings(section: string): void
  /** Parley's voice was turned off or on. */
  mutedChanged(): void
}

/** The popup window that shows what Parley hears, does and says while the main window is hidden. */
export interface OverlayController {
  readonly handlers: OverlayHandlers
  /** Something that it shows, or that decides whether it is shown, has changed. */
  update(): void
  /** The displays changed. */
  place(): void
  /** Its window is gone. */
  lost(): void
  muted(): boolean
  close(): void
}

export function createOverlayController(parts: OverlayControllerOptions): OverlayController {
  const { platform, small, clock, settings, registry, queue, talk, emit, presence } = parts
  const kept = overlayPlace(join(platform.userDataFolder, 'overlay.json'))
  let display: Display | null = null
  let area: Area | null = null
  let height = size.height
  let dismissed: 'until-rest' | 'until-news' | null = null
  let muted = false
  /** a list is open in it */
  let held = false
  let voice = nothingHeard
  let leaving: Timer | null = null

  function view(): OverlayView {
    const { microphoneId, loudspeakerId, loudspeakerLabel, volume, captions, voiceInterrupts } = settings.current()
    const sound = { microphoneId, loudspeakerId, loudspeakerLabel, volume, captions }
    const { status = null, talk: state, questions } = presence()
    const look = lookOf(settings.current(), platform)
    const seen = { question: questions[0] ?? null, questions: questions.length }
    return { look, status, talk: state, hotkey: parts.hotkey(), muted, sound, voiceInterrupts, voice, ...seen }
  }

  function place(): void {
    if (small === null || display === null) return
    const id = display.id
    display = small.displays().find((one) => one.id === id) ?? small.pointed()
    area = kept.on(display, Math.round((size.width * textSizes[settings.current().textSize]) / 100), height)
    small.show('overlay', area)
  }

  function rise(): void {
    leaving?.cancel()
    leaving = null
    if (display !== null || small === null) return
    display = small.pointed()
    place()
    emit('overlay.wanted', { on: true })
  }

  function sink(): void {
    leaving?.cancel()
    leaving = null
    if (display === null) return
    display = null
    held = false
    voice = nothingHeard
    small?.hide('overlay')
    emit('overlay.wanted', { on: false })
  }

  function update(): void {
    if (small === null) return
    const now = presence()
    const { overlay: setting, setUp } = settings.current()
    const facts = {
      setting,
      inFront: platform.windowFocused(),
      takesFocus: small.takesFocus,
      stands: display !== null,
      presence: now,
    }
    const shows = held || hasToShow(facts)
    notice(now)
    if (setUp !== 'done' || dismissed !== null || !mayShow(facts)) sink()
    else if (shows) rise()
    else if (display !== null) leaving ??= clock.after(lingers, sink)
    if (display !== null) small.emit('overlay', 'overlay.view', view())
  }

  /** A dismissed overlay returns with the next event after the current one is over. */
  function notice({ state, questions }: Presence): void {
    const rests = state === 'off' && questions.length === 0
    if (dismissed === 'until-rest' && rests) dismissed = 'until-news'
    else if (dismissed === 'until-news' && !rests) dismissed = null
  }

  function dismiss(): void {
    dismissed = 'until-rest'
    sink()
  }

  function stop(): Promise<void> | void {
    const { status, talk: state } = presence()
    switch (whatStops(status, state)) {
      case 'cancel-talk':
      case 'end-hands-free':
        return talk.cancel()
      case 'interrupt':
        return status === undefined ? undefined : registry.get(status.conversationId).interrupt()
      case 'end-session':
        return status === undefined ? undefined : registry.get(status.conversationId).stopSession('withdraw')
      case null:
        return undefined
    }
  }

  return {
    handlers: {
      'overlay.open': view,
      'overlay.showParley': ({ approvalId }) => {
        platform.desktop?.bringToFront()
        if (approvalId !== null) emit('question.show', { approvalId })
        return null
      },
      'overlay.showSettings': ({ section }) => {
        parts.showSettings(section)
        return null
      },
      'overlay.size': (wanted) => {
        height = wanted.height
        place()
        return null
      },
      'overlay.move': ({ x, y, done }) => {
        if (small === null || area === null || display === null) return null
        area = { ...area, x: area.x + x, y: area.y + y }
        if (done) {
          kept.left(area, small.displays())
          display = displayOf(area, small.displays(), (one) => one.area) ?? display
          place()
        } else small.show('overlay', area)
        return null
      },
      'overlay.hold': ({ on }) => {
        held = on && display !== null
        update()
        return null
      },
      'overlay.dismiss': () => {
        dismiss()
        return null
      },
      'overlay.answer': (decision) => {
        const decided = queue.decide(decision)
        if (!decided.ok) throw new CallError(decided.error.code, textOf(decided.error))
        return null
      },
      'overlay.stop': async () => {
        await stop()
        return null
      },
      'overlay.mute': (wanted) => {
        emit('voice.mute', wanted)
        return null
      },
      'overlay.choose': (wanted) => {
        emit('voice.choose', wanted)
        return null
      },
      'voice.facts': (facts) => {
        voice = facts
        if (display !== null) small?.emit('overlay', 'overlay.view', view())
        return null
      },
      'voice.level': (level) => {
        if (display !== null) small?.emit('overlay', 'overlay.level', level)
        return null
      },
      'voice.muted': (wanted) => {
        muted = wanted.muted
        parts.mutedChanged()
        return { overlay: display !== null }
      },
    },
    update,
    place,
    lost: dismiss,
    muted: () => muted,
    close: sink,
  }
}
