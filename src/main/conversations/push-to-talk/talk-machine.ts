import { assertNever } from '../../../shared/lib/assert-never'

/** Who holds the key down: a key or button in the window, or the global key. Null: nobody; the talk was switched on. */
type TalkHolder = 'window' | 'global' | null

/** What holds while hands-free is on, whatever the talk does. `ready`: a voice would be detected now. */
interface HandsFree {
  readonly watchId: string
  readonly since: number
  readonly ready: boolean
}

/** State of a talk in progress. `byVoice`: it began with the user's voice and ends with it; no key is involved. */
interface OnTheWay {
  readonly talkId: string
  readonly holder: TalkHolder
  readonly byVoice: boolean
  readonly since: number
  readonly deadline: number
  readonly holdDeadline: number
  /** When its key went down; null for a talk without a holder. */
  readonly pressedAt: number | null
}

/**
 * One talk at a time, so the microphone has one owner. `open`: hands-free is on and nobody speaks. `deadline`: when this phase ends by
 * itself. `holdDeadline`: when the talk ends, whatever else happens. `tapAt`: when the key came up, if it was only tapped.
 */
export type TalkMachine =
  | { readonly phase: 'idle'; readonly handsFree: null }
  | { readonly phase: 'open'; readonly handsFree: HandsFree }
  | (OnTheWay & {
      readonly phase: 'arming'
      readonly handsFree: HandsFree | null
      /** The key is already up again: speech so far is still recorded once the microphone is open. */
      readonly released: boolean
      readonly tapAt: number | null
    })
  | (OnTheWay & { readonly phase: 'listening'; readonly handsFree: HandsFree | null })
  | {
      readonly phase: 'tail'
      readonly handsFree: HandsFree | null
      readonly talkId: string
      readonly byVoice: boolean
      readonly since: number
      readonly deadline: number
      readonly tapAt: number | null
    }

export type TalkEvent =
  | { readonly type: 'press' | 'release'; readonly holder: 'window' | 'global' }
  | { readonly type: 'toggle' | 'cancel' | 'blur' | 'away' | 'page-opened' | 'deadline' }
  | { readonly type: 'microphone-started' | 'microphone-ended' | 'microphone-failed'; readonly talkId: string }
  | { readonly type: 'hands-free'; readonly on: boolean }
  /** What the page detects while hands-free is on; news of an earlier period has no effect. */
  | { readonly type: 'voice'; readonly watchId: string; readonly what: VoiceNews }

/** `ready`: a voice would be detected from now on. `began`, `ended`: the user's voice. */
export type VoiceNews = 'ready' | 'began' | 'ended'

/** Effects for the session. Every `begin` is followed by exactly one `end` or `cancel` of the same talk. */
interface TalkEffect {
  readonly type: 'begin' | 'end' | 'cancel'
  readonly talkId: string
}

interface TalkStep {
  readonly machine: TalkMachine
  readonly effects: readonly TalkEffect[]
}

/** Inputs of a step. `listener`: who detects the user's speech while hands-free is on, the page or the service. */
export interface TalkContext {
  readonly now: number
  readonly newTalkId: () => string
  readonly newWatchId: () => string
  readonly listener: 'page' | 'service'
}

export const idleTalk: TalkMachine = { phase: 'idle', handsFree: null }

/** The longest talk: a lost key-up does not leave the microphone open forever. */
export const longestTalkMs = 120_000
/** How long a talk whose key is already up waits for the microphone to open. */
export const longestArmingMs = 5_000
/** How long the tail (300 ms of recording, then its flush) may take before the talk ends without it. */
export const longestTailMs = 1_500
/** A key that comes up sooner was tapped. */
export const tapMs = 250
/** A tap within this time after another is a double tap, if the recording of the first is not over yet. */
export const doubleTapMs = 350
/** A key that is down again sooner never came up: the switch of the key or pedal bounced. */
export const bounceMs = 40

const endOfTime = Number.POSITIVE_INFINITY

type Phase<Name extends TalkMachine['phase']> = TalkMachine & { readonly phase: Name }

/** One step of the talk key and of hands-free: pure, total, and at most one talk at a time. An id is taken only when it is used. */
export function stepTalk(machine: TalkMachine, event: TalkEvent, context: TalkContext): TalkStep {
  switch (event.type) {
    case 'press':
      return press(machine, event.holder, context)
    case 'toggle':
      return toggle(machine, context)
    case 'release':
      return isHeldBy(machine, event.holder) ? release(machine, context.now, tapOf(machine, context.now)) : stay(machine)
    case 'blur':
      // the key-up goes to the window that has focus now and will not be seen here
      return isHeldBy(machine, 'window') ? release(machine, context.now) : stay(machine)
    case 'cancel':
      return stop(machine, 'cancel', idleTalk)
    case 'away':
      return stop(machine, 'end', idleTalk)
    case 'page-opened':
      return waitsForPage(machine) ? stay(machine) : stop(machine, 'end', idleTalk)
    case 'deadline':
      return isOver(machine, context.now) ? onDeadline(machine, context.now) : stay(machine)
    case 'microphone-started':
      return machine.phase === 'arming' && machine.talkId === event.talkId ? start(machine, context.now) : stay(machine)
    case 'microphone-ended':
      return isOnTheWay(machine) && machine.talkId === event.talkId ? onMicrophoneEnded(machine, context) : stay(machine)
    case 'microphone-failed':
      return concerns(machine, event.talkId) ? stop(machine, 'end', idleTalk) : stay(machine)
    case 'hands-free':
      return event.on ? handsFreeOn(machine, context) : handsFreeOff(machine, context.now)
    case 'voice':
      return machine.handsFree?.watchId === event.watchId ? onVoice(machine, event.what, context) : stay(machine)
    default:
      return assertNever(event)
  }
}

/** Whether the talk has no microphone yet and no page that may be gone: a key that main sees was pressed while the window was still opening. */
function waitsForPage(machine: TalkMachine): boolean {
  return machine.phase === 'arming' && machine.holder !== 'window' && machine.handsFree === null
}

function press(machine: TalkMachine, holder: TalkHolder, context: TalkContext): TalkStep {
  const { now } = context
  const holdDeadline = now + longestTalkMs
  const pressedAt = holder === null ? null : now
  if (isEndless(machine)) return stay(machine)
  if (isDoubleTap(machine, now)) {
    const tapped = stop(machine, 'cancel', idleTalk)
    return machine.handsFree === null ? { ...handsFreeOn(tapped.machine, context), effects: tapped.effects } : tapped
  }
  switch (machine.phase) {
    case 'idle':
    case 'open':
      return stay(arm(machine, context.newTalkId(), holder, false, context))
    case 'arming':
      // a key pressed during a talk that was switched on takes it over: its release ends it
      if (machine.holder !== null) return stay(machine)
      return stay({ ...machine, holder, byVoice: false, released: false, tapAt: null, deadline: holdDeadline, holdDeadline, pressedAt })
    case 'listening':
      return stay(machine.holder === null ? { ...machine, holder, byVoice: false, pressedAt } : machine)
    case 'tail':
      return stay(goOn(machine, holder, false, now))
  }
}

/** Starts a talk without a holder, or ends the current one together with hands-free. */
function toggle(machine: TalkMachine, context: TalkContext): TalkStep {
  if (machine.handsFree !== null) return handsFreeOff(machine, context.now)
  const over = machine.phase === 'idle' || machine.phase === 'tail' || (machine.phase === 'arming' && machine.released)
  if (!over) return release(machine, context.now)
  // the click that follows a short press continues that talk: it is no second tap
  return press(machine.phase === 'idle' ? machine : { ...machine, tapAt: null }, null, context)
}

function arm(machine: TalkMachine, talkId: string, holder: TalkHolder, byVoice: boolean, { now }: TalkContext): Phase<'arming'> {
  const holdDeadline = now + longestTalkMs
  const times = { since: now, deadline: holdDeadline, holdDeadline, pressedAt: holder === null ? null : now }
  return { phase: 'arming', handsFree: machine.handsFree, talkId, holder, byVoice, released: false, tapAt: null, ...times }
}

/** The talk continues from its tail as if it had never stopped. */
function goOn(machine: Phase<'tail'>, holder: TalkHolder, byVoice: boolean, now: number): TalkMachine {
  const { talkId, handsFree } = machine
  const holdDeadline = now + longestTalkMs
  const pressedAt = holder === null ? null : now
  return { phase: 'listening', handsFree, talkId, holder, byVoice, since: now, deadline: holdDeadline, holdDeadline, pressedAt }
}

function release(machine: TalkMachine, now: number, tapAt: number | null = null): TalkStep {
  switch (machine.phase) {
    case 'arming':
      return stay({ ...machine, holder: null, released: true, tapAt, deadline: now + longestArmingMs })
    case 'listening':
      return stay(tail(machine, tapAt, now))
    case 'idle':
    case 'open':
    case 'tail':
      return stay(machine)
  }
}

function tail({ talkId, handsFree, byVoice }: Phase<'arming' | 'listening'>, tapAt: number | null, now: number): TalkMachine {
  return { phase: 'tail', handsFree, talkId, byVoice, since: now, deadline: now + longestTailMs, tapAt }
}

function tapOf(machine: TalkMachine, now: number): number | null {
  const pressedAt = machine.phase === 'arming' || machine.phase === 'listening' ? machine.pressedAt : null
  return pressedAt !== null && now - pressedAt < tapMs ? now : null
}

function isDoubleTap(machine: TalkMachine, now: number): boolean {
  const tapAt = machine.phase === 'arming' || machine.phase === 'tail' ? machine.tapAt : null
  return tapAt !== null && now - tapAt >= bounceMs && now - tapAt < doubleTapMs
}

function start(machine: Phase<'arming'>, now: number): TalkStep {
  const { talkId, holder, byVoice, handsFree, holdDeadline, pressedAt } = machine
  const next: TalkMachine = machine.released
    ? tail(machine, machine.tapAt, now)
    : { phase: 'listening', handsFree, talkId, holder, byVoice, since: now, deadline: holdDeadline, holdDeadline, pressedAt }
  return { machine: next, effects: [{ type: 'begin', talkId }] }
}

/** A talk in progress continues. One that the service listens to has no end of its own, nor has waiting for a voice. */
function handsFreeOn(machine: TalkMachine, context: TalkContext): TalkStep {
  if (machine.handsFree !== null) return stay(machine)
  const handsFree = { watchId: context.newWatchId(), since: context.now, ready: false }
  if (context.listener === 'page') return stay(isOnTheWay(machine) ? { ...machine, handsFree } : { phase: 'open', handsFree })
  const talking = machine.phase === 'tail' ? goOn(machine, null, false, context.now) : machine
  const endless = { handsFree, holder: null, byVoice: false, deadline: endOfTime, holdDeadline: endOfTime, pressedAt: null }
  if (talking.phase === 'listening') return stay({ ...talking, ...endless })
  const armed = talking.phase === 'arming' ? talking : arm(machine, context.newTalkId(), null, false, context)
  return stay({ ...armed, ...endless, released: false, tapAt: null })
}

function isEndless(machine: TalkMachine): boolean {
  return (machine.phase === 'arming' || machine.phase === 'listening') && machine.holdDeadline === endOfTime
}

/** The current speech is recorded to its end. */
function handsFreeOff(machine: TalkMachine, now: number): TalkStep {
  if (machine.handsFree === null) return stay(machine)
  if (!isOnTheWay(machine)) return stay(idleTalk)
  const without: TalkMachine = { ...machine, handsFree: null, byVoice: false }
  return machine.phase === 'tail' || machine.holder !== null ? stay(without) : release(without, now)
}

function onVoice(machine: TalkMachine, what: VoiceNews, context: TalkContext): TalkStep {
  const { handsFree } = machine
  switch (what) {
    case 'ready':
      if (handsFree === null || handsFree.ready) return stay(machine)
      return stay({ ...machine, handsFree: { ...handsFree, ready: true } })
    case 'began':
      if (machine.phase === 'open') return stay(arm(machine, context.newTalkId(), null, true, context))
      return machine.phase === 'tail' && machine.byVoice ? stay(goOn(machine, null, true, context.now)) : stay(machine)
    case 'ended':
      return (machine.phase === 'arming' || machine.phase === 'listening') && machine.byVoice
        ? release(machine, context.now)
        : stay(machine)
  }
}

function onDeadline(machine: Exclude<TalkMachine, { readonly phase: 'idle' | 'open' }>, now: number): TalkStep {
  return machine.phase === 'listening' ? release(machine, now) : stop(machine, 'end', atRest(machine))
}

/**
 * The recorder has finished. In the tail, that is the end. If the key is down again, the recorder had already got the order to stop: that
 * talk ends, and a new one continues under the same hold and within the same time limit.
 */
function onMicrophoneEnded(machine: Exclude<TalkMachine, { readonly phase: 'idle' | 'open' }>, context: TalkContext): TalkStep {
  const ended = stop(machine, 'end', atRest(machine))
  if (machine.phase !== 'listening') return ended
  const { holder, byVoice, holdDeadline } = machine
  const next = arm(ended.machine, context.newTalkId(), holder, byVoice, context)
  return { machine: { ...next, deadline: holdDeadline, holdDeadline }, effects: ended.effects }
}

/** The state after a talk ends by itself. */
function atRest({ handsFree }: TalkMachine): TalkMachine {
  return handsFree === null ? idleTalk : { phase: 'open', handsFree }
}

function stop(machine: TalkMachine, how: 'end' | 'cancel', next: TalkMachine): TalkStep {
  const begun = machine.phase === 'listening' || machine.phase === 'tail'
  return { machine: next, effects: begun ? [{ type: how, talkId: machine.talkId }] : [] }
}

function isOnTheWay(machine: TalkMachine): machine is Exclude<TalkMachine, { readonly phase: 'idle' | 'open' }> {
  return machine.phase !== 'idle' && machine.phase !== 'open'
}

function isOver(machine: TalkMachine, now: number): machine is Exclude<TalkMachine, { readonly phase: 'idle' | 'open' }> {
  return isOnTheWay(machine) && now >= machine.deadline
}

/** Whether this is the id of the talk or of the current period of hands-free. */
function concerns(machine: TalkMachine, id: string): boolean {
  return machine.handsFree?.watchId === id || (isOnTheWay(machine) && machine.talkId === id)
}

function isHeldBy(machine: TalkMachine, holder: 'window' | 'global'): boolean {
  return (machine.phase === 'arming' || machine.phase === 'listening') && machine.holder === holder
}

function stay(machine: TalkMachine): TalkStep {
  return { machine, effects: [] }
}
