import { base64Length } from '../../shared/lib/base64'

const BYTES_PER_SAMPLE = 2

/** The number of the first sample after this piece of sound, counted from the beginning of its turn. */
function endOfSound({ chunk, startSample }: { readonly chunk: string; readonly startSample: number }): number {
  return startSample + base64Length(chunk) / BYTES_PER_SAMPLE
}

/** Follows which turn sounds now, from the first audio handed to the page until it is played out or cut. */
export interface SoundGate {
  /** Audio of this turn has come. False when answers are shown and not heard: then it counts as taken in and goes nowhere. */
  goesToPage(turnId: string, sound: PieceOfSound): boolean
  /** This turn sounds from now on, also where answers are only shown: the user asked to hear it. */
  begin(turnId: string): void
  /** The page has played so far; `done` when nothing of the turn is left. */
  played(turnId: string, done: boolean): void
  /** Ends the sound at once; false when it was quiet. */
  cut(): boolean
}

/** A piece of sound and where in its turn it stands. */
export type PieceOfSound = Parameters<typeof endOfSound>[0]

/** `soundBegan` and `soundEnded` are told once per sounding turn; `passedBy`, up to which sample a turn was shown without sound; `flush`: the page is to be silent now. */
export interface SoundGateOptions {
  soundBegan(): void
  soundEnded(): void
  isSilent(): boolean
  passedBy(turnId: string, samples: number): void
  flush(turnId: string): void
}

/** A gate that nothing has passed yet. */
export function createSoundGate({ soundBegan, soundEnded, isSilent, passedBy, flush }: SoundGateOptions): SoundGate {
  let sounding: string | null = null
  const over = new Set<string>()

  function end(turnId: string): void {
    over.add(turnId)
    sounding = null
    soundEnded()
  }

  function begin(turnId: string): void {
    if (sounding === turnId || over.has(turnId)) return
    if (sounding !== null) end(sounding)
    sounding = turnId
    soundBegan()
  }

  return {
    goesToPage(turnId, sound) {
      if (isSilent()) {
        passedBy(turnId, endOfSound(sound))
        return false
      }
      begin(turnId)
      return true
    },
    begin,
    played(turnId, done) {
      if (done && sounding === turnId) end(turnId)
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
