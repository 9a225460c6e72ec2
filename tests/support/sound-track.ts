import { writeFileSync } from 'node:fs'
import { writeWav } from '../../src/shared/audio/wav'
import type { Speech } from './speech'

/** Silence in ms, or sound at 22,050 Hz (the rate of the test voices). */
export type TrackPart = number | Speech | Int16Array

export const TRACK_RATE = 22_050

/**
 * Writes a microphone's sound, one part after the other, into the WAV `file`; returns where each part begins, in ms.
 */
export function writeTrack(file: string, parts: readonly TrackPart[]): readonly number[] {
  const pieces = parts.map((part) => {
    if (typeof part === 'number') return new Int16Array(Math.round((part * TRACK_RATE) / 1000))
    return part instanceof Int16Array ? part : part.samples
  })
  const samples = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  const starts: number[] = []
  let at = 0
  for (const piece of pieces) {
    starts.push((at * 1000) / TRACK_RATE)
    samples.set(piece, at)
    at += piece.length
  }
  writeFileSync(file, writeWav({ sampleRate: TRACK_RATE, channels: 1, samples }))
  return starts
}
