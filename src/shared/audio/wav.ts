import { failure, type Result, success } from '../lib/result'
import { bytesToSamples, samplesToBytes } from './pcm'

/** Sound in memory: interleaved 16-bit samples. */
export interface WavSound {
  readonly sampleRate: number
  readonly channels: number
  readonly samples: Int16Array
}

const PCM = 1
const EXTENSIBLE = 0xfffe

/**
 * Reads a RIFF/WAVE file of 16-bit PCM; chunks other than `fmt ` and `data` are passed by, and a data chunk that says it
 * is longer than the file (streamed WAVs do) is read to the file's end.
 */
export function readWav(bytes: Uint8Array): Result<WavSound> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE') {
    return failure('wav-invalid', 'This is not a WAV file: it does not begin with RIFF…WAVE. Use 16-bit PCM WAV.')
  }
  let format: { readonly sampleRate: number; readonly channels: number } | null = null
  for (let offset = 12; offset + 8 <= bytes.byteLength; ) {
    const name = tag(view, offset)
    const size = view.getUint32(offset + 4, true)
    const start = offset + 8
    if (name === 'fmt ' && start + 16 <= bytes.byteLength) {
      const code = view.getUint16(start, true)
      if ((code !== PCM && code !== EXTENSIBLE) || view.getUint16(start + 14, true) !== 16) {
        return failure('wav-unsupported', 'This WAV file is not 16-bit PCM. Convert it to 16-bit PCM.')
      }
      format = { channels: view.getUint16(start + 2, true), sampleRate: view.getUint32(start + 4, true) }
    }
    if (name === 'data' && format !== null) {
      return success({ ...format, samples: bytesToSamples(bytes.subarray(start, Math.min(start + size, bytes.byteLength))) })
    }
    offset = start + size + (size & 1)
  }
  return failure('wav-invalid', 'This WAV file is cut off: it has no sound data. Record it again.')
}

/** Writes a minimal RIFF/WAVE file of 16-bit PCM. */
export function writeWav(sound: WavSound): Uint8Array<ArrayBuffer> {
  const data = samplesToBytes(sound.samples)
  const result = new Uint8Array(44 + data.byteLength)
  const view = new DataView(result.buffer)
  const blockBytes = sound.channels * 2
  writeTag(view, 0, 'RIFF')
  view.setUint32(4, 36 + data.byteLength, true)
  writeTag(view, 8, 'WAVE')
  writeTag(view, 12, 'fmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, sound.channels, true)
  view.setUint32(24, sound.sampleRate, true)
  view.setUint32(28, sound.sampleRate * blockBytes, true)
  view.setUint16(32, blockBytes, true)
  view.setUint16(34, 16, true)
  writeTag(view, 36, 'data')
  view.setUint32(40, data.byteLength, true)
  result.set(data, 44)
  return result
}

function tag(view: DataView, offset: number): string {
  return String.fromCharCode(view.getUint8(offset), view.getUint8(offset + 1), view.getUint8(offset + 2), view.getUint8(offset + 3))
}

function writeTag(view: DataView, offset: number, text: string): void {
  for (let index = 0; index < 4; index += 1) view.setUint8(offset + index, text.charCodeAt(index))
}
