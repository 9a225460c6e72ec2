/** What an earcon announces: the microphone listens, it stopped, an error, a new approval request. */
export type EarconName = 'start' | 'stop' | 'error' | 'question'

interface Tone {
  /** Hz */
  readonly frequency: number
  /** Seconds after the earcon's beginning. */
  readonly start: number
}

/** Synthesized from plain tones: no recordings are used. */
const EARCONS: { readonly [Name in EarconName]: readonly Tone[] } = {
  start: [{ frequency: 740, start: 0 }],
  stop: [{ frequency: 494, start: 0 }],
  error: [
    { frequency: 392, start: 0 },
    { frequency: 294, start: 0.13 },
  ],
  question: [
    { frequency: 660, start: 0 },
    { frequency: 880, start: 0.11 },
  ],
}
const TONE_SECONDS = 0.16
const RISE_SECONDS = 0.012
/** Earcons are quieter than the voice, which is at full scale. */
const LOUDNESS = 0.16

/** The short sounds besides the voice. */
export interface Earcons {
  /** Plays an earcon once; `volume` from 0 to 1. */
  play(name: EarconName, volume: number): void
}

/**
 * Creates the earcons. The sound system is first used at the first one, and released after each; `route` selects the
 * output device.
 */
export function createEarcons(route: (context: AudioContext) => void): Earcons {
  let context: AudioContext | null = null
  let playing = 0

  return {
    play(name, volume) {
      if (volume <= 0) return
      const audio = context ?? new AudioContext({ latencyHint: 'interactive' })
      if (context === null) route(audio)
      context = audio
      // a page without a user gesture may not play sound; everything that an earcon announces is shown as well
      void audio.resume().catch(() => undefined)
      const now = audio.currentTime
      for (const { frequency, start } of EARCONS[name]) {
        const from = now + start
        const gain = new GainNode(audio, { gain: 0 })
        gain.gain.setValueAtTime(0, from)
        gain.gain.linearRampToValueAtTime(volume * LOUDNESS, from + RISE_SECONDS)
        gain.gain.exponentialRampToValueAtTime(0.0001, from + TONE_SECONDS)
        const tone = new OscillatorNode(audio, { type: 'sine', frequency })
        tone.connect(gain).connect(audio.destination)
        playing += 1
        tone.addEventListener('ended', () => {
          playing -= 1
          gain.disconnect()
          if (playing === 0) void audio.suspend()
        })
        tone.start(from)
        tone.stop(from + TONE_SECONDS)
      }
    },
  }
}
