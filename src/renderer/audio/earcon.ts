/** Two short rising tones, as frequency in Hz and start in seconds. */
const TONES = [
  { frequency: 660, start: 0 },
  { frequency: 880, start: 0.11 },
] as const
const TONE_SECONDS = 0.16
const RISE_SECONDS = 0.012
/** Beside the voice, which is at full scale, the sign is quiet. */
const LOUDNESS = 0.16

/** The sign that a question has come. */
export interface Earcon {
  /** Plays it once; `volume` from 0 to 1. */
  play(volume: number): void
}

/** Makes the sign. The sound system is not touched before the first time, and is let go of after each; `route` chooses where it sounds. */
export function createEarcon(route: (context: AudioContext) => void): Earcon {
  let context: AudioContext | null = null
  let playing = 0

  return {
    play(volume) {
      if (volume <= 0) return
      const desk = context ?? new AudioContext({ latencyHint: 'interactive' })
      if (context === null) route(desk)
      context = desk
      // a page that was never touched may not sound; the question is announced and shown all the same
      void desk.resume().catch(() => undefined)
      const now = desk.currentTime
      for (const { frequency, start } of TONES) {
        const from = now + start
        const gain = new GainNode(desk, { gain: 0 })
        gain.gain.setValueAtTime(0, from)
        gain.gain.linearRampToValueAtTime(volume * LOUDNESS, from + RISE_SECONDS)
        gain.gain.exponentialRampToValueAtTime(0.0001, from + TONE_SECONDS)
        const tone = new OscillatorNode(desk, { type: 'sine', frequency })
        tone.connect(gain).connect(desk.destination)
        playing += 1
        tone.addEventListener('ended', () => {
          playing -= 1
          gain.disconnect()
          if (playing === 0) void desk.suspend()
        })
        tone.start(from)
        tone.stop(from + TONE_SECONDS)
      }
    },
  }
}
