/** Who holds the key down: a key or button in the window, or the key that works anywhere. Null: nobody holds, it was switched on. */
export type TalkHolder = 'window' | 'global' | null

/** What is true as long as hands-free is on, whatever the talk does. `ready`: a voice would be heard now. */
export interface HandsFree {
  readonly watchId: string
  readonly since: number
  readonly ready: boolean
}

/** What a talk on the way knows. `byVoice`: it began with the user's voice and ends with it; no key has to do with it. */
interface OnTheWay {
  readonly talkId: string
  readonly holder: TalkHolder
  readonly byVoice: boolean
  readonly since: number
  readonly deadline: number
  readonly holdDeadline: number
  /** When the key went down that holds it; null for a talk that nobody holds. */
  readonly pressedAt: number | null
}

/**
 * One talk at a time, so one owner of the microphone. `open`: hands-free is on and nobody speaks. `deadline` is the time at
 * which this phase ends by itself; `holdDeadline` when the talk does, whatever else happens. `tapAt`: the key was only
 * tapped, and came up then.
 */
export type TalkMachine =
  | { readonly phase: 'idle'; readonly handsFree: null }
  | { readonly phase: 'open'; readonly handsFree: HandsFree }
  | (OnTheWay & {
      readonly phase: 'arming'
      readonly handsFree: HandsFree | null
      /** The key is already up again: what was said so far is recorded all the same, once the microphone is there. */
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
  | { readonly type: 'toggle' | 'cancel' | 'blur' | 'away' | 'deadline' }
  | { readonly type: 'microphone-started' | 'microphone-ended' | 'microphone-failed'; readonly talkId: string }
  | { readonly type: 'hands-free'; readonly on: boolean }
  /** What the page hears while hands-free is on; what belongs to an earlier time of it changes nothing. */
  | { readonly type: 'voice'; readonly watchId: string; readonly what: VoiceNews }

/** `ready`: a voice would be heard from now on; `began`, `ended`: the user's voice. */
export type VoiceNews = 'ready' | 'began' | 'ended'

/** What the session is told. Every `begin` is followed by exactly one `end` or `cancel` of the same talk. */
export interface TalkEffect {
  readonly type: 'begin' | 'end' | 'cancel'
  readonly talkId: string
}

export interface TalkStep {
  readonly machine: TalkMachine
  readonly effects: readonly TalkEffect[]
}

/** What a step may ask. `listener`: who finds the user's speech while hands-free is on, the page or the service. */
export interface TalkContext {
  readonly now: number
  readonly newTalkId: () => string
  readonly newWatchId: () => string
  readonly listener: 'page' | 'service'
}

export const idleTalk: TalkMachine = { phase: 'idle', handsFree: null }

/** The longest talk: a key-up that was lost does not leave the microphone open for ever. */
export const longestTalkMs = 120_000
/** How long a talk whose key is up again waits for a microphone that is still being opened. */
export const longestArmingMs = 5_000
/** How long the tail (300 ms of recording, then its flush) may take before the talk ends without it. */
export const longestTailMs = 1_500
/** A key that comes up sooner was tapped. */
export const tapMs = 250
/** A tap within this time after another is a double tap, if what the first one recorded is not over before. */
export const doubleTapMs = 350
/** A key that is down again sooner never came up: its switch, or that of a pedal, bounced. */
export const bounceMs = 40
