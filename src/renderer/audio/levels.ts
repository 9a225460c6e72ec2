/** The current loudness and waveform; about 25 a second while there is sound. */
export interface LevelReading {
  /** `microphone`: the user's speech during a talk or while voice detection listens; `speaker`: Parley's output. */
  readonly source: 'microphone' | 'speaker'
  /** Nobody talks: voice detection listens to the microphone. */
  readonly waiting?: boolean
  /** 0…1 of full scale over the last 40 ms. */
  readonly rms: number
  readonly peak: number
  /** 64 samples (−1…1) that draw the last 40 ms: the largest of each equal slice. */
  readonly waveform: Float32Array
}

const listeners = new Set<(reading: LevelReading) => void>()

/**
 * Subscribes to every level of microphone and loudspeaker, at most 30 a second each: made for canvases, not for React
 * state. When sound stops, one last silent reading comes, then none. Returns a function that unsubscribes.
 */
export function subscribeLevels(listener: (reading: LevelReading) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Sends a level to all subscribers. Capture and playback call it by themselves. */
export function publishLevel(reading: LevelReading): void {
  for (const listener of listeners) listener(reading)
}
