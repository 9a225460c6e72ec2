import { assertNever } from '../lib/assert-never'
import { type FrameReason, frameIntervalMs } from './frame-gate'
import type { SightEnd, SightSource, SightStarter } from './sight-source'

/** Sight ends after this time without words, in ms. */
export const wordlessMs = 5 * 60_000
/** An older frame is not sent, in ms. */
export const staleMs = 2000
/** So many frames of one colour in a row end it. */
export const flatFrames = 3

/** A frame as the page captured it, at `at` (ms). */
export interface SightFrame {
  readonly jpeg: Uint8Array<ArrayBuffer>
  readonly reason: FrameReason
  /** It has one colour. */
  readonly flat: boolean
  readonly at: number
}

/** What is shown to whom, and who began it. */
export interface SightSubject {
  readonly sightId: string
  readonly conversationId: string
  readonly source: SightSource
  readonly by: SightStarter
}

/** The last frame and the counts of what was sent. */
export interface SentFrames {
  readonly frames: number
  readonly bytes: number
  /** when the last one was sent, in ms; null before the first */
  readonly at: number | null
}

/** Whether Gemini sees something. Times in ms. */
export type SightMachine =
  | { readonly phase: 'off'; readonly ended: SightEnd | null }
  /** The page was asked to capture, and has not begun. */
  | { readonly phase: 'asking'; readonly subject: SightSubject }
  | {
      readonly phase: 'on'
      readonly subject: SightSubject
      readonly since: number
      readonly wordsAt: number
      /** the newest frame that was not sent yet */
      readonly waiting: SightFrame | null
      readonly sent: SentFrames
      /** frames of one colour in a row */
      readonly flat: number
    }

export type SightEvent =
  | { readonly type: 'begin'; readonly subject: SightSubject }
  | { readonly type: 'captures'; readonly sightId: string }
  | { readonly type: 'frame'; readonly sightId: string; readonly frame: SightFrame }
  /** Time has passed. `open`: the session takes a frame now. */
  | { readonly type: 'tick'; readonly open: boolean }
  /** The user said or wrote something. */
  | { readonly type: 'words' }
  /** `sightId`: only where this is what goes on; null: whatever goes on. */
  | { readonly type: 'stop'; readonly sightId: string | null; readonly reason: SightEnd }

/** Effects, in this order. */
export type SightEffect =
  | { readonly type: 'ask'; readonly subject: SightSubject }
  | { readonly type: 'began'; readonly subject: SightSubject }
  | { readonly type: 'send'; readonly subject: SightSubject; readonly frame: SightFrame }
  | {
      readonly type: 'ended'
      readonly subject: SightSubject
      readonly reason: SightEnd
      /** null: it ended before it began */
      readonly sent: SentFrames | null
    }

export interface SightStep {
  readonly machine: SightMachine
  readonly effects: readonly SightEffect[]
}

/** Nothing is shown. */
export const noSight: SightMachine = { phase: 'off', ended: null }

const nothingSent: SentFrames = { frames: 0, bytes: 0, at: null }

/**
 * The rules of sight: one thing is shown at a time, only the newest frame waits, at most one a second is sent, none that is older than
 * two seconds, and none after the end. Pure and total: an event that does not fit changes nothing.
 */
export function stepSight(machine: SightMachine, event: SightEvent, now: number): SightStep {
  switch (event.type) {
    case 'begin':
      return machine.phase === 'off'
        ? { machine: { phase: 'asking', subject: event.subject }, effects: [{ type: 'ask', subject: event.subject }] }
        : unchanged(machine)
    case 'captures':
      return begin(machine, event.sightId, now)
    case 'frame':
      return machine.phase === 'on' && machine.subject.sightId === event.sightId ? take(machine, event.frame) : unchanged(machine)
    case 'tick':
      return machine.phase === 'on' ? tick(machine, event.open, now) : unchanged(machine)
    case 'words':
      return machine.phase === 'on' ? { machine: { ...machine, wordsAt: now }, effects: [] } : unchanged(machine)
    case 'stop':
      return machine.phase !== 'off' && (event.sightId === null || event.sightId === machine.subject.sightId)
        ? end(machine, event.reason)
        : unchanged(machine)
    default:
      return assertNever(event, 'sight event')
  }
}

/** When the waiting frame may be sent, in ms; null without one. */
export function frameDue(machine: SightMachine): number | null {
  if (machine.phase !== 'on' || machine.waiting === null) return null
  return machine.sent.at === null ? machine.waiting.at : machine.sent.at + frameIntervalMs
}

type On = Extract<SightMachine, { phase: 'on' }>

function unchanged(machine: SightMachine): SightStep {
  return { machine, effects: [] }
}

function begin(machine: SightMachine, sightId: string, now: number): SightStep {
  if (machine.phase !== 'asking' || machine.subject.sightId !== sightId) return unchanged(machine)
  const { subject } = machine
  return {
    machine: { phase: 'on', subject, since: now, wordsAt: now, waiting: null, sent: nothingSent, flat: 0 },
    effects: [{ type: 'began', subject }],
  }
}

function take(machine: On, frame: SightFrame): SightStep {
  const flat = frame.flat ? machine.flat + 1 : 0
  const next = { ...machine, flat, waiting: frame }
  return flat >= flatFrames ? end(next, 'nothing-visible') : { machine: next, effects: [] }
}

function tick(machine: On, open: boolean, now: number): SightStep {
  // a clock that was set back ends nothing
  if (now - machine.wordsAt >= wordlessMs) return end(machine, 'no-words')
  const { waiting, subject, sent } = machine
  if (waiting === null) return unchanged(machine)
  if (now - waiting.at > staleMs) return { machine: { ...machine, waiting: null }, effects: [] }
  const since = sent.at === null ? null : now - sent.at
  if (!open || (since !== null && since >= 0 && since < frameIntervalMs)) return unchanged(machine)
  return {
    machine: {
      ...machine,
      waiting: null,
      sent: { frames: sent.frames + 1, bytes: sent.bytes + waiting.jpeg.byteLength, at: now },
    },
    effects: [{ type: 'send', subject, frame: waiting }],
  }
}

function end(machine: Exclude<SightMachine, { phase: 'off' }>, reason: SightEnd): SightStep {
  return {
    machine: { phase: 'off', ended: reason },
    effects: [{ type: 'ended', subject: machine.subject, reason, sent: machine.phase === 'on' ? machine.sent : null }],
  }
}
