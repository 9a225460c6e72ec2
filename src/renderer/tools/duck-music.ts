import type { Clock, Timer } from '../../shared/lib/clock'
import type { LevelReading } from '../audio/levels'
import type { BackgroundMusic } from './background-music'

/** A lower level is a pause between words. */
const SPEECH_RMS = 0.004
/** The music stays low during a speaker's pauses, in ms. */
const HOLD_MS = 900

/** Lowers the music while Parley or the user speaks. Returns a function that stops it. */
export function duckUnderSpeech(
  music: Pick<BackgroundMusic, 'setDucked'>,
  subscribe: (listener: (reading: LevelReading) => void) => () => void,
  clock: Clock,
): () => void {
  let release: Timer | null = null
  const stop = subscribe(({ source, waiting, rms }) => {
    // a talk counts even before the first word; while voice detection only listens, the microphone hears the music
    // itself
    if (waiting === true || (source === 'speaker' && rms < SPEECH_RMS)) return
    music.setDucked(true)
    release?.cancel()
    release = clock.after(HOLD_MS, () => {
      release = null
      music.setDucked(false)
    })
  })
  return () => {
    stop()
    release?.cancel()
    music.setDucked(false)
  }
}
