import type { TalkState } from '../../shared/ipc/schemas'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { idleTalk, stepTalk, type TalkEvent, type TalkMachine } from './talk-machine'

/** What the controller is made from and whom it tells. */
export interface TalkParts {
  readonly clock: Clock
  readonly newId: NewId
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
  /** Repeats, and presses of somebody else's key during a hold, change nothing. */
  press(holder: 'window' | 'global'): void
  /** Ends the talk only for the one who holds it. */
  release(holder: 'window' | 'global'): void
  /** Begins a talk that nobody holds, or ends the one there is. */
  toggle(): void
  cancel(): void
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
export function createTalkController(parts: TalkParts): TalkController {
  let machine: TalkMachine = idleTalk
  let timer: Timer | null = null

  const feed = (event: TalkEvent): void => {
    const step = stepTalk(machine, event, parts.clock.now(), () => parts.newId('talk'))
    const changed = step.machine !== machine
    machine = step.machine
    if (changed) {
      timer?.cancel()
      timer = machine.phase === 'idle' ? null : parts.clock.after(machine.deadline - parts.clock.now(), () => feed({ type: 'deadline' }))
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
    press: (holder) => feed({ type: 'press', holder }),
    release: (holder) => feed({ type: 'release', holder }),
    toggle: () => feed({ type: 'toggle' }),
    cancel: () => feed({ type: 'cancel' }),
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
  switch (machine.phase) {
    case 'idle':
      return { phase: 'idle' }
    case 'arming':
    case 'listening':
      return { phase: machine.phase, talkId: machine.talkId, held: machine.holder !== null, since: machine.since }
    case 'tail':
      return { phase: 'tail', talkId: machine.talkId, held: false, since: machine.since }
  }
}
