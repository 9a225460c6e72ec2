import type { TalkState } from '../../../shared/ipc/schemas'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { idleTalk, stepTalk, type TalkContext, type TalkEvent, type TalkMachine, type VoiceNews } from './talk-machine'

/** What the controller is made from and whom it tells. */
export interface TalkOptions {
  readonly clock: Clock
  readonly newId: NewId
  /** Who finds the user's speech while hands-free is on: the page, or the service that hears all of it. */
  listener?(): TalkContext['listener']
  /**
   * Every change, after the effect that goes with it: one talk has ended before the next is `arming`. That is the moment the
   * user cuts in: stop what is playing.
   */
  onState(state: TalkState): void
  /** The first frame of this talk is there: its frames follow. */
  onBegin(talkId: string): void
  /** All of it was recorded. Exactly one of `onEnd` and `onCancel` follows every `onBegin`. */
  onEnd(talkId: string): void
  /** The user took it back: nothing of it counts as said. */
  onCancel(talkId: string): void
}

/** The talk key's owner in main: whoever presses, one talk at a time, and it always ends. */
export interface TalkController {
  state(): TalkState
  /** Is the user heard, or will be as soon as the microphone is there? Not once they have let go. */
  isOn(): boolean
  /** Repeats, and presses of somebody else's key during a hold, change nothing. */
  press(holder: 'window' | 'global'): void
  /** Ends the talk only for the one who holds it. */
  release(holder: 'window' | 'global'): void
  /** Begins a talk that nobody holds, or ends the one there is. */
  toggle(): void
  /** The user takes back what is being said, and ends hands-free. */
  cancel(): void
  /** Listens for the user's voice without a key, until it is switched off again, taken back, or the user is away. */
  handsFree(on: boolean): void
  /** What the page hears in that time of hands-free. */
  voice(watchId: string, what: VoiceNews): void
  /** The window lost the focus: a key held in it will not be seen coming up. */
  blur(): void
  /** The screen was locked, the machine sleeps, or the page with the microphone is gone: ends at once, without a tail. */
  away(): void
  microphoneStarted(talkId: string): void
  microphoneEnded(talkId: string): void
  microphoneFailed(talkId: string): void
  /** Do frames of this talk count now? Only between its `onBegin` and its `onEnd` or `onCancel`. */
  accepts(talkId: string): boolean
}

/** Wraps the pure machine of `talk-machine.ts` with time, ids and those who listen. */
export function createTalkController(parts: TalkOptions): TalkController {
  let machine: TalkMachine = idleTalk
  let timer: Timer | null = null

  const feed = (event: TalkEvent): void => {
    const step = stepTalk(machine, event, {
      now: parts.clock.now(),
      newTalkId: () => parts.newId('talk'),
      newWatchId: () => parts.newId('watch'),
      listener: parts.listener?.() ?? 'page',
    })
    const changed = step.machine !== machine
    machine = step.machine
    if (changed) {
      timer?.cancel()
      const deadline = machine.phase === 'idle' || machine.phase === 'open' ? Number.POSITIVE_INFINITY : machine.deadline
      timer = Number.isFinite(deadline) ? parts.clock.after(deadline - parts.clock.now(), () => feed({ type: 'deadline' })) : null
    }
    for (const effect of step.effects) {
      if (effect.type === 'begin') parts.onBegin(effect.talkId)
      else if (effect.type === 'end') parts.onEnd(effect.talkId)
      else parts.onCancel(effect.talkId)
    }
    if (changed) parts.onState(talkState(machine))
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
    microphoneStarted: (talkId) => feed({ type: 'microphone-started', talkId }),
    microphoneEnded: (talkId) => feed({ type: 'microphone-ended', talkId }),
    microphoneFailed: (talkId) => feed({ type: 'microphone-failed', talkId }),
    accepts: (talkId) => (machine.phase === 'listening' || machine.phase === 'tail') && machine.talkId === talkId,
  }
}

/** What the page is shown of it. */
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
