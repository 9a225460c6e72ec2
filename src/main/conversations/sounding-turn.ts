import { base64Length } from '../../shared/lib/base64'

const BYTES_PER_SAMPLE = 2

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
  /** The page has played this turn so far; `done` when nothing is left. */
  played(turnId: string, done: boolean): void
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
  soundBegan(): void
  soundEnded(): void
  isSilent(): boolean
  passedBy(turnId: string, samples: number): void
  flush(turnId: string): void
}

/** Creates the gate; nothing is playing. */
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
