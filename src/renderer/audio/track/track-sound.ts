import { floatToInt16, int16ToFloats } from '../../../shared/audio/pcm'
import { CAPTURE_RATE } from '../../../shared/audio/rates'
import { Resampler } from '../../../shared/audio/resample'

/** One piece of a microphone's sound, as the browser delivers it: any rate, any number of channels. */
export type SoundPiece = Pick<AudioData, 'sampleRate' | 'numberOfFrames' | 'numberOfChannels' | 'copyTo'>

/**
 * Converts a microphone's pieces to 16 kHz mono, −1…1. The samples do not depend on how the sound was cut; several
 * channels are averaged. A microphone that changes its rate continues at the new one.
 */
export class TrackSound {
  #rate = 0
  #resampler: Resampler | null = null

  take(piece: SoundPiece): Float32Array {
    const mono = mixed(piece)
    if (piece.sampleRate !== this.#rate) {
      this.#rate = piece.sampleRate
      this.#resampler = this.#rate === CAPTURE_RATE ? null : new Resampler(this.#rate, CAPTURE_RATE)
    }
    if (this.#resampler === null) return mono
    return int16ToFloats(this.#resampler.push(Int16Array.from(mono, floatToInt16)))
  }
}

function mixed(piece: SoundPiece): Float32Array {
  const sum = new Float32Array(piece.numberOfFrames)
  const channel = new Float32Array(piece.numberOfFrames)
  for (let index = 0; index < piece.numberOfChannels; index += 1) {
    piece.copyTo(channel, { planeIndex: index, format: 'f32-planar' })
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (channel[at] ?? 0) / piece.numberOfChannels
  }
  return sum
}
