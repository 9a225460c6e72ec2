import type { TalkState } from '../../../shared/ipc/schemas'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { idleTalk, stepTalk, type TalkContext, type TalkEvent, type TalkMachine, type VoiceNews } from './talk-machine'

/** Dependencies and listeners of the controller. */
export interface TalkOptions {
  readonly clock: Clock
  readonly newId: NewId
  /** Who detects the user's speech while hands-free is on: the page, or the service, which receives all sound. */
  listener?(): TalkContext['listener']
  /** Every change, after its effect: one talk has ended before the next is `arming`. The user interrupts at that moment: stop playback. */
  onState(state: TalkState): void
  /** The first frame of this talk has arrived; its other frames follow. */
  onBegin(talkId: string): void
  /** The talk was recorded completely. Exactly one of `onEnd` and `onCancel` follows every `onBegin`. */
  onEnd(talkId: string): void
  /** The user cancelled the talk: nothing of it counts as said. */
  onCancel(talkId: string): void
}

/** Controls the talk key in main: whoever presses it, there is one talk at a time, and it always ends. */
export interface TalkController {
  state(): TalkState
  /** Whether the user is recorded, or will be once the microphone is open. False after they let go. */
  isOn(): boolean
  /** Repeats, and presses of another key during a hold, have no effect. */
  press(holder: 'window' | 'global'): void
  /** Ends the talk, but only for its holder. */
  release(holder: 'window' | 'global'): void
  /** Starts a talk without a holder, or ends the current one. */
  toggle(): void
  /** Cancels the current talk and ends hands-free. */
  cancel(): void
  /** Listens for the user's voice without a key, until it is switched off or cancelled, or the user is away. */
  handsFree(on: boolean): void
  /** What the page detected during that period of hands-free. */
  voice(watchId: string, what: VoiceNews): void
  /** The window lost focus: the release of a key held in it will not be seen. */
  blur(): void
  /** The screen was locked, the machine sleeps, or the page with the microphone is gone: ends at once, without a tail. */
  away(): void
  /**
   * A page was opened, which has neither the key nor the microphone of the one before it: ends at once. A talk whose microphone is still to
   * be opened goes to this page, unless its key is held in a window.
   */
  pageOpened(): void
  microphoneStarted(talkId: string): void
  microphoneEnded(talkId: string): void
  microphoneFailed(talkId: string): void
  /** Whether frames of this talk count now: only between its `onBegin` and its `onEnd` or `onCancel`. */
  accepts(talkId: string): boolean
}

/** Wraps the pure machine of `talk-machine.ts` with time, ids and listeners. */
export function createTalkController(options: TalkOptions): TalkController {
  let machine: TalkMachine = idleTalk
  let timer: Timer | null = null

  const feed = (event: TalkEvent): void => {
    const step = stepTalk(machine, event, {
      now: options.clock.now(),
      newTalkId: () => options.newId('talk'),
      newWatchId: () => options.newId('watch'),
      listener: options.listener?.() ?? 'page',
    })
    const changed = step.machine !== machine
    machine = step.machine
    if (changed) {
      timer?.cancel()
      const deadline = machine.phase === 'idle' || machine.phase === 'open' ? Number.POSITIVE_INFINITY : machine.deadline
      timer = Number.isFinite(deadline) ? options.clock.after(deadline - options.clock.now(), () => feed({ type: 'deadline' })) : null
    }
    for (const effect of step.effects) {
      if (effect.type === 'begin') options.onBegin(effect.talkId)
      else if (effect.type === 'end') options.onEnd(effect.talkId)
      else options.onCancel(effect.talkId)
    }
    if (changed) options.onState(talkState(machine))
  }

  return {
    state: () => talkState(machine),
    isOn: () => machine.handsFree !== null || machine.phase === 'listening' || (machine.phase === 'arming' && !machine.released),
    press: (holder) => feed({ type: 'press', holder }),
    release: (holder) => feed({ type: 'release', holder }),
    toggle: () => feed({ type: 'toggle' }),
    cancel: () => feed({ type: 'cancel' }),
    handsFree: (on) => feed({ type: 'hands-free', on }),
    voice: (watchId, what) => feed({ type: 'voice', watchId, what }),
    blur: () => feed({ type: 'blur' }),
    away: () => feed({ type: 'away' }),
    pageOpened: () => feed({ type: 'page-opened' }),
    microphoneStarted: (talkId) => feed({ type: 'microphone-started', talkId }),
    microphoneEnded: (talkId) => feed({ type: 'microphone-ended', talkId }),
    microphoneFailed: (talkId) => feed({ type: 'microphone-failed', talkId }),
    accepts: (talkId) => (machine.phase === 'listening' || machine.phase === 'tail') && machine.talkId === talkId,
  }
}

/** The state for the page. */
function talkState(machine: TalkMachine): TalkState {
  const handsFree = machine.handsFree === null ? {} : { handsFree: machine.handsFree }
  switch (machine.phase) {
    case 'idle':
      return { phase: 'idle' }
    case 'open':
      return { phase: 'open', handsFree: machine.handsFree }
    case 'arming':
    case 'listening': {
      const { phase, talkId, holder, byVoice, since } = machine
      return { phase, talkId, held: holder !== null, since, ...(byVoice && { byVoice }), ...handsFree }
    }
    case 'tail': {
      const { phase, talkId, byVoice, since } = machine
      return { phase, talkId, held: false, since, ...(byVoice && { byVoice }), ...handsFree }
    }
  }
}
