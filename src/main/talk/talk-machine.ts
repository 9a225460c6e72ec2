import { assertNever } from '../../shared/lib/assert-never'

/** Who holds the key down: a key or button in the window, or the key that works anywhere. Null: nobody holds, it was switched on. */
export type TalkHolder = 'window' | 'global' | null

/**
 * One talk at a time, so one owner of the microphone. `begun`: its first frame was there. `deadline` is the time at which
 * this phase ends by itself; `holdDeadline` when the talk does, whatever else happens.
 */
export type TalkMachine =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'arming'
      readonly talkId: string
      readonly holder: TalkHolder
      readonly since: number
      /** The key is already up again: what was said so far is recorded all the same, once the microphone is there. */
      readonly released: boolean
      readonly deadline: number
      readonly holdDeadline: number
    }
  | {
      readonly phase: 'listening'
      readonly talkId: string
      readonly holder: TalkHolder
      readonly since: number
      readonly deadline: number
      readonly holdDeadline: number
    }
  | { readonly phase: 'tail'; readonly talkId: string; readonly since: number; readonly deadline: number }

export type TalkEvent =
  | { readonly type: 'press' | 'release'; readonly holder: 'window' | 'global' }
  | { readonly type: 'toggle' | 'cancel' | 'blur' | 'away' | 'deadline' }
  | { readonly type: 'microphone-started' | 'microphone-ended' | 'microphone-failed'; readonly talkId: string }

/** What the session is told. Every `begin` is followed by exactly one `end` or `cancel` of the same talk. */
export interface TalkEffect {
  readonly type: 'begin' | 'end' | 'cancel'
  readonly talkId: string
}

export interface TalkStep {
  readonly machine: TalkMachine
  readonly effects: readonly TalkEffect[]
}

export const idleTalk: TalkMachine = { phase: 'idle' }

/** The longest talk: a key-up that was lost does not leave the microphone open for ever. */
export const longestTalkMs = 120_000
/** How long a talk whose key is up again waits for a microphone that is still being opened. */
export const longestArmingMs = 5_000
/** How long the tail (300 ms of recording, then its flush) may take before the talk ends without it. */
export const longestTailMs = 1_500

/** One step of the talk key: pure, total, and never more than one talk. `newTalkId` is taken only when a talk begins to arm. */
export function stepTalk(machine: TalkMachine, event: TalkEvent, now: number, newTalkId: () => string): TalkStep {
  switch (event.type) {
    case 'press':
      return press(machine, event.holder, now, newTalkId)
    case 'toggle':
      if (machine.phase === 'idle' || machine.phase === 'tail' || isReleased(machine)) return press(machine, null, now, newTalkId)
      return release(machine, now)
    case 'release':
      return isHeldBy(machine, event.holder) ? release(machine, now) : stay(machine)
    case 'blur':
      // the key-up goes to the window that has the focus now, and will not be seen here
      return isHeldBy(machine, 'window') ? release(machine, now) : stay(machine)
    case 'cancel':
      return stop(machine, 'cancel')
    case 'away':
      return stop(machine, 'end')
    case 'deadline':
      return machine.phase !== 'idle' && now >= machine.deadline ? onDeadline(machine, now) : stay(machine)
    case 'microphone-started':
      return machine.phase === 'arming' && machine.talkId === event.talkId ? start(machine, now) : stay(machine)
    case 'microphone-ended':
      return machine.phase !== 'idle' && machine.talkId === event.talkId ? onMicrophoneEnded(machine, now, newTalkId) : stay(machine)
    case 'microphone-failed':
      return machine.phase !== 'idle' && machine.talkId === event.talkId ? stop(machine, 'end') : stay(machine)
    default:
      return assertNever(event)
  }
}

function press(machine: TalkMachine, holder: TalkHolder, now: number, newTalkId: () => string): TalkStep {
  const holdDeadline = now + longestTalkMs
  switch (machine.phase) {
    case 'idle':
      return arm(newTalkId(), holder, now, holdDeadline)
    case 'arming':
      // a key pressed during a talk that was switched on takes it over: its release ends it
      if (machine.holder !== null) return stay(machine)
      return stay({ ...machine, holder, released: false, deadline: holdDeadline, holdDeadline })
    case 'listening':
      return stay(machine.holder === null ? { ...machine, holder } : machine)
    case 'tail':
      return stay({ phase: 'listening', talkId: machine.talkId, holder, since: now, deadline: holdDeadline, holdDeadline })
  }
}

function arm(talkId: string, holder: TalkHolder, now: number, holdDeadline: number): TalkStep {
  return stay({ phase: 'arming', talkId, holder, since: now, released: false, deadline: holdDeadline, holdDeadline })
}

function release(machine: TalkMachine, now: number): TalkStep {
  switch (machine.phase) {
    case 'arming':
      return stay({ ...machine, holder: null, released: true, deadline: now + longestArmingMs })
    case 'listening':
      return stay({ phase: 'tail', talkId: machine.talkId, since: now, deadline: now + longestTailMs })
    case 'idle':
    case 'tail':
      return stay(machine)
  }
}

function start(machine: TalkMachine & { readonly phase: 'arming' }, now: number): TalkStep {
  const { talkId, holder, holdDeadline } = machine
  const next: TalkMachine = machine.released
    ? { phase: 'tail', talkId, since: now, deadline: now + longestTailMs }
    : { phase: 'listening', talkId, holder, since: now, deadline: holdDeadline, holdDeadline }
  return { machine: next, effects: [{ type: 'begin', talkId }] }
}

function onDeadline(machine: Exclude<TalkMachine, { readonly phase: 'idle' }>, now: number): TalkStep {
  return machine.phase === 'listening' ? release(machine, now) : stop(machine, 'end')
}

/**
 * The recorder is done. In the tail that is the end. While the key is down again it had already been told to stop: that
 * talk ends, and a new one goes on under the same hold, within the same longest time.
 */
function onMicrophoneEnded(machine: Exclude<TalkMachine, { readonly phase: 'idle' }>, now: number, newTalkId: () => string): TalkStep {
  const ended = stop(machine, 'end')
  if (machine.phase !== 'listening') return ended
  return { machine: arm(newTalkId(), machine.holder, now, machine.holdDeadline).machine, effects: ended.effects }
}

function stop(machine: TalkMachine, how: 'end' | 'cancel'): TalkStep {
  const begun = machine.phase === 'listening' || machine.phase === 'tail'
  return { machine: idleTalk, effects: begun ? [{ type: how, talkId: machine.talkId }] : [] }
}

function isHeldBy(machine: TalkMachine, holder: 'window' | 'global'): boolean {
  return (machine.phase === 'arming' || machine.phase === 'listening') && machine.holder === holder
}

function isReleased(machine: TalkMachine): boolean {
  return machine.phase === 'arming' && machine.released
}

function stay(machine: TalkMachine): TalkStep {
  return { machine, effects: [] }
}
