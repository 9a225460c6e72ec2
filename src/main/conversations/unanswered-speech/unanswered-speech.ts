import { CAPTURE_RATE } from '../../../shared/audio/rates'
import type { LiveSession } from '../../models/live/live-session'
import { LONGEST_SPEECH_BYTES, type SpeechFiles } from './speech-files'

/** The user's speech until the model begins to answer it: in memory and in the speech files. */
export interface UnansweredSpeech {
  begin(turnId: string | null): void
  /** s16le mono 16 kHz */
  audio(pcm: Uint8Array): void
  end(): void
  /** The user cancels the current speech. */
  takenBack(): void
  /** The session received a server message: speech that it no longer owes an answer is released. */
  heard(): void
  /** The session has lost the speech: it now waits for `take`. */
  forgotten(): void
  /** What waits, oldest first, to be said to a session again. */
  waiting(): readonly SpokenTurn[]
  /** What was said to its end and not answered, oldest first, whether a session knows of it or not. */
  spoken(): readonly SpokenTurn[]
  /** What waited was said again in another turn, and is kept as that one from now on. */
  saidAgain(waited: string, turnId: string): void
  /** The turn in which this turn's speech was first spoken. */
  firstTurnOf(turnId: string): string
  /** The user no longer wants the waiting speech: it is erased. */
  drop(): void
}

/** What was said in one turn. */
export interface SpokenTurn {
  readonly turnId: string
  readonly pieces: readonly Uint8Array[]
}

/** Dependencies of the unanswered speech. */
export interface UnansweredSpeechOptions {
  readonly conversationId: string
  readonly speechFiles: SpeechFiles
  session(): Pick<LiveSession, 'owesTurn'>
  /** Duration of the waiting speech, in ms. */
  onWaiting(durationMs: number): void
}

interface Entry {
  readonly turnId: string
  /** The turn under whose name the speech is stored: the one in which it was first spoken. */
  storedAs: string
  readonly pieces: Uint8Array[]
  unsaved: Uint8Array[]
  ended: boolean
  /** Whether no session has it. */
  waits: boolean
}

/** Sound is written in pieces of this size: a quarter of a second. */
const WRITTEN_BYTES = (CAPTURE_RATE * 2) / 4
/** A lower peak means that nobody spoke: the microphone is off, or the key was only touched. */
const QUIETEST_PEAK = 100

/** Starts with the speech left by an earlier run of the app, except where nobody spoke: a run that is killed keeps that, too. */
export function createUnansweredSpeech({ conversationId, speechFiles, session, onWaiting }: UnansweredSpeechOptions): UnansweredSpeech {
  const firstTurns = new Map<string, string>()
  let entries: readonly Entry[] = speechFiles
    .read(conversationId)
    .map(({ turnId, pcm }) => ({ turnId, storedAs: turnId, pieces: [pcm], unsaved: [], ended: true, waits: true }))
  if (entries.length > 0) letGo(entries.filter(({ pieces }) => pieces.every(isQuiet)))
  if (entries.length > 0) tellWaiting()

  function tellWaiting(): void {
    const bytes = sizeOf(entries.flatMap(({ waits, pieces }) => (waits ? pieces : [])))
    onWaiting(Math.round((bytes / 2 / CAPTURE_RATE) * 1000))
  }

  function current(): Entry | undefined {
    return entries.findLast(({ ended }) => !ended)
  }

  function save(entry: Entry): void {
    if (entry.unsaved.length === 0) return
    speechFiles.add(conversationId, entry.storedAs, Buffer.concat(entry.unsaved))
    entry.unsaved = []
  }

  function letGo(gone: readonly Entry[]): void {
    for (const { storedAs } of gone) speechFiles.remove(conversationId, storedAs)
    entries = entries.filter((entry) => !gone.includes(entry))
    if (gone.some(({ waits }) => waits)) tellWaiting()
  }

  return {
    begin(turnId) {
      const before = current()
      if (before !== undefined) before.ended = true
      if (turnId !== null) entries = [...entries, { turnId, storedAs: turnId, pieces: [], unsaved: [], ended: false, waits: false }]
    },
    audio(pcm) {
      const entry = current()
      if (entry === undefined) return
      const copy = pcm.slice()
      entry.pieces.push(copy)
      while (sizeOf(entry.pieces) > LONGEST_SPEECH_BYTES) entry.pieces.shift()
      entry.unsaved.push(copy)
      if (sizeOf(entry.unsaved) >= WRITTEN_BYTES) save(entry)
    },
    end() {
      const entry = current()
      if (entry === undefined) return
      entry.ended = true
      if (entry.pieces.every(isQuiet)) letGo([entry])
      else save(entry)
    },
    takenBack: () => letGo(entries.filter(({ ended }) => !ended)),
    heard: () => letGo(entries.filter(({ ended, waits, turnId }) => ended && !waits && !session().owesTurn(turnId))),
    forgotten() {
      const forgotten = entries.filter(({ ended, waits }) => ended && !waits)
      for (const entry of forgotten) entry.waits = true
      if (forgotten.length > 0) tellWaiting()
    },
    spoken: () => entries.filter(({ ended }) => ended),
    waiting: () => entries.filter(({ waits }) => waits),
    saidAgain(waited, turnId) {
      firstTurns.set(turnId, firstTurns.get(waited) ?? waited)
      const before = entries.find((one) => one.turnId === waited)
      const anew = entries.find((one) => one.turnId === turnId)
      if (before !== undefined && anew !== undefined) {
        // the stored speech keeps its name: after a kill it is still known as that of the line that shows it
        speechFiles.remove(conversationId, anew.storedAs)
        anew.storedAs = before.storedAs
      } else if (before !== undefined) speechFiles.remove(conversationId, before.storedAs)
      entries = entries.filter((one) => one !== before)
      if (before?.waits === true) tellWaiting()
    },
    firstTurnOf: (turnId) => firstTurns.get(turnId) ?? turnId,
    drop: () => letGo(entries.filter(({ waits }) => waits)),
  }
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function isQuiet(pcm: Uint8Array): boolean {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  for (let at = 0; at + 1 < pcm.byteLength; at += 2) if (Math.abs(view.getInt16(at, true)) >= QUIETEST_PEAK) return false
  return true
}
