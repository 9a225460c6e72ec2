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
import { user } from '../../tool-calls/approvals/approval-steps'
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
  readonly platform: Pick<Platform, 'userDataFolder' | 'operatingSystem' | 'systemLocale' | 'windowFocused' | 'desktop' | 'takePress'>
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

/** The window of the overlay, and the display on which it stands. */
interface OverlayWindow {
  isOpen(): boolean
  /** Opens it on the display with the pointer, if it is not open. Returns whether it was opened. */
  open(): boolean
  /** False if it was not open. */
  close(): boolean
  /** Puts it where it belongs; its display may be gone. */
  place(): void
  resize(height: number): void
  /** The user moves it by so many pixels. `done`: it stays there, also at its next opening. */
  move(x: number, y: number, done: boolean): void
  /** Whether the user is moving it. */
  isMoved(): boolean
}

/** Creates the window of the overlay; it is not open. Without windows of this kind (`small` is null) it never opens. */
function createOverlayWindow({ platform, small, settings }: OverlayControllerOptions): OverlayWindow {
  const stored = overlayPlace(join(platform.userDataFolder, 'overlay.json'))
  let display: Display | null = null
  let area: Area | null = null
  let height = size.height
  let moved = false

  function place(): void {
    if (small === null || display === null) return
    moved = false
    const id = display.id
    display = small.displays().find((one) => one.id === id) ?? small.pointed()
    area = stored.on(display, Math.round((size.width * textSizes[settings.current().textSize]) / 100), height)
    small.show('overlay', area)
  }

  return {
    isOpen: () => display !== null,
    open() {
      if (display !== null || small === null) return false
      display = small.pointed()
      place()
      return true
    },
    close() {
      if (display === null) return false
      display = null
      moved = false
      small?.hide('overlay')
      return true
    },
    place,
    resize(next) {
      height = next
      if (!moved || area === null) {
        place()
        return
      }
      // its stored position is the one from which the user is moving it
      area = { ...area, height }
      small?.show('overlay', area)
    },
    isMoved: () => moved,
    move(x, y, done) {
      if (small === null || area === null || display === null) return
      moved = !done
      area = { ...area, x: area.x + x, y: area.y + y }
      if (done) {
        stored.left(area, small.displays())
        display = displayOf(area, small.displays(), (one) => one.area) ?? display
        place()
      } else small.show('overlay', area)
    },
  }
}

/** What its page and the main window have reported. */
interface OverlayFacts {
  muted: boolean
  /** A list is open in it. */
  hasOpenList: boolean
  voice: VoiceFacts
}

/** Stops what goes on: the talk, the answer or the session. */
function stop({ registry, talk, presence }: OverlayControllerOptions): Promise<void> | void {
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

/** What the controller does for its handlers. */
interface OverlayActions {
  view(): OverlayView
  update(): void
  dismiss(): void
}

/** Creates the handlers of the overlay's calls. */
function createOverlayHandlers(
  options: OverlayControllerOptions,
  overlay: OverlayWindow,
  facts: OverlayFacts,
  { view, update, dismiss }: OverlayActions,
): OverlayHandlers {
  const { platform, small, queue, emit } = options
  return {
    'overlay.open': view,
    'overlay.showParley': ({ approvalId }) => {
      platform.desktop?.bringToFront()
      if (approvalId !== null) emit('question.show', { approvalId })
      return null
    },
    'overlay.showSettings': ({ section }) => {
      options.showSettings(section)
      return null
    },
    'overlay.size': (wanted) => {
      overlay.resize(wanted.height)
      return null
    },
    'overlay.move': ({ x, y, done }) => {
      const wasMoved = overlay.isMoved()
      overlay.move(x, y, done)
      if (overlay.isMoved() !== wasMoved) update()
      return null
    },
    'overlay.hold': ({ on }) => {
      facts.hasOpenList = on && overlay.isOpen()
      update()
      return null
    },
    'overlay.dismiss': () => {
      dismiss()
      return null
    },
    'overlay.answer': (decision) => {
      const decided = queue.decide(decision, user, (since) => platform.takePress('overlay', since))
      if (!decided.ok) throw new CallError(decided.error.code, textOf(decided.error))
      return null
    },
    'overlay.stop': async () => {
      await stop(options)
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
    'voice.facts': (voice) => {
      facts.voice = voice
      if (overlay.isOpen()) small?.emit('overlay', 'overlay.view', view())
      return null
    },
    'voice.level': (level) => {
      if (overlay.isOpen()) small?.emit('overlay', 'overlay.level', level)
      return null
    },
    'voice.muted': (wanted) => {
      facts.muted = wanted.muted
      options.mutedChanged()
      return { overlay: overlay.isOpen() }
    },
  }
}

/** Creates the controller; the overlay is not shown before `update`. */
export function createOverlayController(options: OverlayControllerOptions): OverlayController {
  const { platform, small, clock, settings, emit, presence } = options
  const overlay = createOverlayWindow(options)
  const facts: OverlayFacts = { muted: false, hasOpenList: false, voice: nothingHeard }
  let dismissed: 'until-rest' | 'until-news' | null = null
  let leaving: Timer | null = null

  function view(): OverlayView {
    const { microphoneId, loudspeakerId, loudspeakerLabel, volume, captions, voiceInterrupts } = settings.current()
    const sound = { microphoneId, loudspeakerId, loudspeakerLabel, volume, captions }
    const { status = null, talk: state, questions, elicitations, sight } = presence()
    const look = lookOf(settings.current(), platform)
    const seen = { question: questions[0] ?? null, questions: questions.length + elicitations, sight }
    return { look, status, talk: state, hotkey: options.hotkey(), muted: facts.muted, sound, voiceInterrupts, voice: facts.voice, ...seen }
  }

  function show(): void {
    leaving?.cancel()
    leaving = null
    if (overlay.open()) emit('overlay.wanted', { on: true })
  }

  function hide(): void {
    leaving?.cancel()
    leaving = null
    if (!overlay.close()) return
    facts.hasOpenList = false
    facts.voice = nothingHeard
    emit('overlay.wanted', { on: false })
  }

  function update(): void {
    if (small === null) return
    const now = presence()
    const { overlay: setting, setUp } = settings.current()
    const conditions = {
      setting,
      inFront: platform.windowFocused(),
      takesFocus: small.takesFocus,
      stands: overlay.isOpen(),
      presence: now,
    }
    const shows = facts.hasOpenList || overlay.isMoved() || hasToShow(conditions)
    notice(now)
    if (setUp !== 'done' || dismissed !== null || !mayShow(conditions)) hide()
    else if (shows) show()
    else if (overlay.isOpen()) leaving ??= clock.after(lingers, hide)
    if (overlay.isOpen()) small.emit('overlay', 'overlay.view', view())
  }

  /** A dismissed overlay returns with the next event after the current one is over. */
  function notice({ state, questions, elicitations, sight }: Presence): void {
    const rests = state === 'off' && questions.length + elicitations === 0 && sight === null
    if (dismissed === 'until-rest' && rests) dismissed = 'until-news'
    else if (dismissed === 'until-news' && !rests) dismissed = null
  }

  function dismiss(): void {
    dismissed = 'until-rest'
    hide()
  }

  return {
    handlers: createOverlayHandlers(options, overlay, facts, { view, update, dismiss }),
    update,
    place: overlay.place,
    lost: dismiss,
    muted: () => facts.muted,
    close: hide,
  }
}
