/** How loud it is now and what it looks like; about 25 a second while there is sound to show. */
export interface LevelReading {
  /** `microphone`: what the user says while a talk is on or a voice is waited for; `speaker`: what Parley plays. */
  readonly source: 'microphone' | 'speaker'
  /** Nobody talks: the microphone is only listened to for a voice. */
  readonly waiting?: boolean
  /** 0…1 of full scale over the last 40 ms. */
  readonly rms: number
  readonly peak: number
  /** 64 samples (−1…1) that draw the last 40 ms: the furthest one of each equal slice. */
  readonly waveform: Float32Array
}

const listeners = new Set<(reading: LevelReading) => void>()

/**
 * Hears every level of microphone and loudspeaker, at most 30 a second each: made for canvases, not for React state. When
 * sound stops one last reading of silence comes, then none. Gives the way to stop listening.
 */
export function subscribeLevels(listener: (reading: LevelReading) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells a level to all subscribers. Capture and playback do so by themselves. */
export function publishLevel(reading: LevelReading): void {
  for (const listener of listeners) listener(reading)
}
