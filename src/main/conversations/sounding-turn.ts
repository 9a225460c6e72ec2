import { base64Length } from '../../shared/lib/base64'
import type { Clock, Timer } from '../../shared/lib/clock'
import { RecentMap } from '../../shared/lib/recent-map'

const BYTES_PER_SAMPLE = 2
const SAMPLES_PER_MS = 24
/** A turn is over so long after its sound would have ended, where nobody reports to have played any of it. */
const UNREPORTED_MS = 3_000
/** Sound may still arrive for so many turns that are over. */
const MOST_OVER = 64

/** Index of the first sample after this piece of sound, counted from the start of its turn. */
function endOfSound({ chunk, startSample }: { readonly chunk: string; readonly startSample: number }): number {
  return startSample + base64Length(chunk) / BYTES_PER_SAMPLE
}

/** Tracks which turn is playing, from its first audio until it is played to the end or cut. */
export interface SoundGate {
  /** Audio of this turn has arrived. False when answers are shown but not played: the audio counts as played and is dropped. */
  goesToPage(turnId: string, sound: PieceOfSound): boolean
  /** This turn plays from now on, even when answers are only shown: the user asked to hear it. */
  begin(turnId: string): void
  /** No more sound of this turn is on its way for now. Where nobody plays it, which a page reports all the time, the turn ends by itself. */
  allSent(turnId: string): void
  /** So many samples of this turn were played; `done` when nothing is left. */
  played(turnId: string, samples: number, done: boolean): void
  /** Stops the sound at once; false if there was none. */
  cut(): boolean
}

/** A piece of sound and its position in its turn. */
export type PieceOfSound = Parameters<typeof endOfSound>[0]

/**
 * `soundBegan` and `soundEnded` are called once per playing turn. `passedBy`: up to which sample a turn was shown without sound.
 * `flush`: the page must be silent now.
 */
export interface SoundGateOptions {
  readonly clock: Clock
  soundBegan(): void
  soundEnded(): void
  isSilent(): boolean
  passedBy(turnId: string, samples: number): void
  flush(turnId: string): void
}

/** Creates the gate; nothing is playing. */
export function createSoundGate({ clock, soundBegan, soundEnded, isSilent, passedBy, flush }: SoundGateOptions): SoundGate {
  let sounding: string | null = null
  const over = new RecentMap<true>(MOST_OVER)
  /** the turn that nobody seemed to play: a page that was kept from it may begin later */
  let unplayed: string | null = null
  /** samples of the latest turn that were sent */
  let sent = 0
  let report = { at: 0, samples: 0 }
  let timer: Timer | null = null

  function stop(): void {
    timer?.cancel()
    timer = null
    sounding = null
    soundEnded()
  }

  function end(turnId: string): void {
    over.set(turnId, true)
    stop()
  }

  function begin(turnId: string): void {
    if (sounding === turnId || over.has(turnId)) return
    if (sounding !== null) end(sounding)
    if (turnId !== unplayed) sent = 0
    unplayed = null
    sounding = turnId
    soundBegan()
  }

  /** Ends the turn once nobody has reported to play it for as long as it takes. */
  function expectReport(): void {
    timer?.cancel()
    const left = report.at + Math.max(0, sent - report.samples) / SAMPLES_PER_MS + UNREPORTED_MS - clock.now()
    if (left > 0) timer = clock.after(left, expectReport)
    else {
      unplayed = sounding
      stop()
    }
  }

  return {
    goesToPage(turnId, sound) {
      if (isSilent()) {
        passedBy(turnId, endOfSound(sound))
        return false
      }
      begin(turnId)
      sent = endOfSound(sound)
      return true
    },
    begin,
    allSent(turnId) {
      if (sounding !== turnId) return
      report = { at: clock.now(), samples: 0 }
      expectReport()
    },
    played(turnId, samples, done) {
      const startsLate = turnId === unplayed && !done
      if (startsLate) begin(turnId)
      if (sounding !== turnId) return
      report = { at: clock.now(), samples }
      if (startsLate) expectReport()
      if (done) end(turnId)
    },
    cut() {
      const turnId = sounding
      if (turnId === null) return false
      end(turnId)
      flush(turnId)
      return true
    },
  }
}
