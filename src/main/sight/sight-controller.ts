import { CallError } from '../../shared/ipc/router'
import type { ConversationStatus, Settings } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { frameEdge, mostFrameBytes } from '../../shared/sight/frame-limits'
import { frameDollars, frameTokens } from '../../shared/sight/frame-tokens'
import { jpegSize } from '../../shared/sight/jpeg'
import type { SightView } from '../../shared/sight/sight-calls'
import {
  frameDue,
  noSight,
  type SightEffect,
  type SightEvent,
  type SightFrame,
  type SightMachine,
  stepSight,
} from '../../shared/sight/sight-machine'
import type { SightEnd, SightKind, SightSource, SightStarter } from '../../shared/sight/sight-source'
import type { Disposable } from '../lib/disposable'
import type { Emit } from '../lib/emit'
import type { Platform } from '../platform/platform'
import { createFreshFrames, type FreshFrames } from './fresh-frames'
import { createModelWatcher, type SightConversations } from './model-watcher'
import { createSightBeginning, type SightBeginning } from './sight-beginning'

/** While a frame waits for the session, it is tried again after this time, in ms. */
const retryMs = 100
/** How often it is looked whether it has to end, in ms. */
const lookMs = 1000

/** Dependencies of sight. */
export interface SightOptions {
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly platform: Pick<Platform, 'permit' | 'desktop'>
  readonly conversations: SightConversations
  settings(): Settings
  /** Whether the Live model sees frames. */
  takesVideo(): boolean
  /** It begins or has ended; for the log and the audit trail. What can't be recorded does not begin. Throws if that failed. */
  onChange(effect: Extract<SightEffect, { type: 'began' | 'ended' }>): void
  /** A frame was sent in this conversation. */
  onSent(conversationId: string): void
  report(error: unknown): void
}

/** What the user shows Gemini. Main alone holds the permission, sends the frames, and ends both. */
export interface Sight {
  view(): SightView
  /** Why nothing can be shown; null: it can. */
  blocked(): 'model' | null
  /** The page is asked to capture. Throws `CallError` if there is nothing to be shown, or something is shown already. */
  begin(kind: SightKind, sourceId: string | null, by: SightStarter): Promise<void>
  /** Resolves when the page captures what it was asked to (null), or why it does not. */
  begun(): Promise<SightEnd | null>
  captures(sightId: string): void
  /** Throws `CallError` for what is no frame. Frames of anything but the current capture are dropped. */
  frame(sightId: string, frame: Omit<SightFrame, 'at'> & { readonly ageMs: number }): void
  stop(reason: SightEnd, sightId?: string | null): void
  /** The user says something in this conversation. Resolves when what they see has been sent before it, or is not shown there. */
  beforeWords(conversationId: string | null): Promise<void>
  /** The session of a conversation, or the current conversation, has changed. */
  follow(status: ConversationStatus): void
  currentChanged(conversationId: string | null): void
}

/** Creates sight: nothing is shown. */
export function createSight(options: SightOptions): Sight {
  const { clock, emit, platform, conversations } = options
  const fresh = createFreshFrames(clock)
  let machine: SightMachine = noSight
  let timer: Timer | null = null
  const beginning = createSightBeginning()
  const access = createAccess(platform)
  const watcher = createModelWatcher(conversations)

  function feed(event: SightEvent, now = clock.now()): void {
    const before = machine
    const step = stepSight(machine, event, now)
    machine = step.machine
    for (const effect of step.effects) act(effect)
    if (machine !== before) schedule()
    if (step.effects.length > 0) emit('sight.state', viewOf(machine, options.settings()))
    // last: Electron continues promises while an event is delivered, and what they tell the page would come before this state
    for (const effect of step.effects) release(effect, fresh, beginning)
  }

  function act(effect: SightEffect): void {
    switch (effect.type) {
      case 'ask':
        access.give(effect.subject.source)
        break
      case 'began':
        if (!isRecorded(options, effect)) {
          feed({ type: 'stop', sightId: effect.subject.sightId, reason: 'not-recorded' })
          break
        }
        watcher.begin(effect.subject)
        want()
        break
      case 'send':
        options.onSent(effect.subject.conversationId)
        emit('sight.sent', { sightId: effect.subject.sightId, jpeg: effect.frame.jpeg })
        break
      case 'ended':
        access.takeBack()
        watcher.end()
        isRecorded(options, effect)
        break
      default:
        assertNever(effect, 'sight effect')
    }
  }

  /** Asks the page for what is visible now. */
  function want(): void {
    if (machine.phase === 'on') emit('sight.wanted', { sightId: machine.subject.sightId })
  }

  function schedule(): void {
    timer?.cancel()
    timer = null
    if (machine.phase !== 'on') return
    const due = frameDue(machine)
    const now = clock.now()
    const wait = due === null ? lookMs : due <= now ? retryMs : Math.min(due - now, lookMs)
    timer = clock.after(wait, tick)
  }

  function tick(): void {
    send()
    schedule()
  }

  /** Sends the waiting frame, if it is its time and the session takes it. */
  function send(): void {
    if (machine.phase !== 'on') return
    const { waiting, subject } = machine
    const now = clock.now()
    // only what the session has taken counts as sent
    const mayBeSent = stepSight(machine, { type: 'tick', open: true }, now).effects.some(({ type }) => type === 'send')
    const isTaken = mayBeSent && waiting !== null && conversations.show(subject.conversationId, { type: 'frame', jpeg: waiting.jpeg })
    feed({ type: 'tick', open: isTaken }, now)
  }

  return {
    view: () => viewOf(machine, options.settings()),
    blocked: () => (options.takesVideo() ? null : 'model'),
    async begin(kind, sourceId, by) {
      if (!options.takesVideo()) throw new CallError('sight-no-video', 'This model takes no pictures of a screen or camera.')
      const source = await findSource(options, kind, sourceId)
      if (machine.phase !== 'off') throw new CallError('sight-busy', 'Gemini already sees something. Stop that first.')
      const subject = { sightId: options.newId('sight'), conversationId: conversations.currentId(), source, by }
      feed({ type: 'begin', subject })
    },
    async begun() {
      if (machine.phase === 'asking') return await beginning.next()
      return machine.phase === 'on' ? null : (machine.ended ?? 'refused')
    },
    captures: (sightId) => feed({ type: 'captures', sightId }),
    frame(sightId, { ageMs, ...frame }) {
      const size = frame.jpeg.byteLength > mostFrameBytes ? null : jpegSize(frame.jpeg)
      if (size === null || Math.max(size.width, size.height) > frameEdge) throw new CallError('sight-no-frame', 'This is no frame.')
      feed({ type: 'frame', sightId, frame: { ...frame, at: clock.now() - ageMs } })
      send()
    },
    stop: (reason, sightId = null) => feed({ type: 'stop', sightId, reason }),
    async beforeWords(conversationId) {
      if (machine.phase !== 'on' || machine.subject.conversationId !== conversationId) return
      feed({ type: 'words' })
      want()
      await fresh.next()
    },
    follow({ conversationId, session }) {
      if (machine.phase !== 'on' || machine.subject.conversationId !== conversationId) return
      const change = watcher.follow(session.phase)
      if (change === 'connected') want()
      else if (change === 'ended') feed({ type: 'stop', sightId: null, reason: 'session-ended' })
    },
    currentChanged(conversationId) {
      if (machine.phase !== 'off' && machine.subject.conversationId !== conversationId)
        feed({ type: 'stop', sightId: null, reason: 'other-conversation' })
    },
  }
}

/** Lets those continue who waited for this. */
function release(effect: SightEffect, fresh: FreshFrames, beginning: SightBeginning): void {
  if (effect.type === 'send') fresh.sent(effect.frame.at)
  if (effect.type === 'began') beginning.settle(null)
  if (effect.type !== 'ended') return
  fresh.none()
  beginning.settle(effect.reason)
}

/** Whether the log and the audit trail have taken it. */
function isRecorded({ onChange, report }: SightOptions, effect: Parameters<SightOptions['onChange']>[0]): boolean {
  try {
    onChange(effect)
    return true
  } catch (error) {
    report(error)
    return false
  }
}

/** The source that was chosen; the first of its kind if none was. */
async function findSource({ platform, report }: SightOptions, kind: SightKind, sourceId: string | null): Promise<SightSource> {
  // the page knows the cameras; a browser shows what there is itself
  if (kind === 'camera' || platform.desktop?.sight == null) return { sourceId: sourceId ?? kind, kind, name: '' }
  try {
    const sources = await platform.desktop.sight.list()
    const found = sources.find((one) => one.kind === kind && (sourceId === null || one.sourceId === sourceId))
    if (found !== undefined) return { sourceId: found.sourceId, kind, name: found.name }
  } catch (error) {
    report(error)
  }
  throw new CallError('sight-no-source', 'This is not there any more, or the system does not let Parley see it.')
}

/** The page's access to what is shown. */
interface Access {
  give(source: SightSource): void
  takeBack(): void
}

function createAccess(platform: SightOptions['platform']): Access {
  const sources = platform.desktop?.sight ?? null
  let permission: Disposable | null = null
  return {
    give({ kind, sourceId }) {
      permission = platform.permit(kind === 'camera' ? 'camera' : 'display-capture')
      sources?.offer(kind === 'camera' ? null : sourceId)
      sources?.hideParley(true)
      sources?.mark(kind === 'screen' ? sourceId : null)
    },
    takeBack() {
      permission?.dispose()
      permission = null
      sources?.offer(null)
      sources?.mark(null)
      sources?.hideParley(false)
    },
  }
}

/** What the page shows. */
function viewOf(machine: SightMachine, { model, mediaResolution }: Settings): SightView {
  switch (machine.phase) {
    case 'off':
      return machine
    case 'asking': {
      const { sightId, conversationId, source } = machine.subject
      return { phase: 'asking', sightId, conversationId, source }
    }
    case 'on': {
      const { frames } = machine.sent
      const cost = { tokens: frameTokens(frames, mediaResolution), dollars: frameDollars(frames, mediaResolution, model) }
      return { phase: 'on', ...machine.subject, since: machine.since, frames, ...cost }
    }
    default:
      return assertNever(machine, 'sight')
  }
}
