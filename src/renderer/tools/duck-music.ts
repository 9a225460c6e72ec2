import type { Clock, Timer } from '../../shared/lib/clock'
import type { LevelReading } from '../audio/levels'
import type { BackgroundMusic } from './background-music'

/** Quieter than this is a pause between words. */
const SPEECH_RMS = 0.004
/** The music stays back over the pauses of somebody who speaks. */
const HOLD_MS = 900

/** Lets the music step back while Parley or the user speaks. Gives the way to stop. */
export function duckUnderSpeech(
  music: Pick<BackgroundMusic, 'setDucked'>,
  subscribe: (listener: (reading: LevelReading) => void) => () => void,
  clock: Clock,
): () => void {
  let release: Timer | null = null
  const stop = subscribe(({ source, waiting, rms }) => {
    // a talk is listened to, also while nothing is said yet; where a voice is only waited for, the music itself is heard
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
