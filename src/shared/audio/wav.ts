import { once } from '../lib/once'
import { failure, type Result, success } from '../lib/result'
import { decodeImaAdpcm, lengthOfImaAdpcm } from './ima-adpcm'
import { bytesToSamples, samplesToBytes } from './pcm'

/** Sound in memory: interleaved 16-bit samples. */
export interface WavSound {
  readonly sampleRate: number
  readonly channels: number
  readonly samples: Int16Array
}

/** A WAV file whose header has been read. */
export interface WavFile {
  readonly sampleRate: number
  readonly channels: number
  /** samples of all channels */
  readonly length: number
  /** Decodes the sound at the first call. */
  readonly samples: () => Int16Array
}

const PCM = 1
const IMA_ADPCM = 0x11
const EXTENSIBLE = 0xfffe

/** Reads a whole WAV file; see `openWav`. */
export function readWav(bytes: Uint8Array): Result<WavSound> {
  const opened = openWav(bytes)
  if (!opened.ok) return opened
  const { sampleRate, channels, samples } = opened.value
  return success({ sampleRate, channels, samples: samples() })
}

/**
 * Reads the header of a RIFF/WAVE file of 16-bit PCM, or of mono IMA ADPCM (a quarter of the size). Chunks other than `fmt `
 * and `data` are skipped; a data chunk with a size beyond the file's end (as in streamed WAVs) ends at the file's end.
 */
export function openWav(bytes: Uint8Array): Result<WavFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE') {
    return failure('wav-invalid', 'This is not a WAV file: it does not begin with RIFF…WAVE. Use 16-bit PCM WAV.')
  }
  let format: Format | null = null
  let counted = Number.POSITIVE_INFINITY
  for (let offset = 12; offset + 8 <= bytes.byteLength; ) {
    const name = tag(view, offset)
    const size = view.getUint32(offset + 4, true)
    const start = offset + 8
    if (name === 'fmt ' && start + 16 <= bytes.byteLength) {
      format = formatAt(view, start)
      if (format === null) return failure('wav-unsupported', 'This WAV file is not 16-bit PCM. Convert it to 16-bit PCM.')
    }
    // IMA ADPCM samples come in pairs: this chunk has their exact number
    if (name === 'fact' && start + 4 <= bytes.byteLength) counted = view.getUint32(start, true)
    if (name === 'data' && format !== null) {
      const { sampleRate, channels, blockBytes } = format
      const data = bytes.subarray(start, Math.min(start + size, bytes.byteLength))
      if (blockBytes === null)
        return success({ sampleRate, channels, length: data.byteLength >> 1, samples: once(() => bytesToSamples(data)) })
      const length = Math.min(counted, lengthOfImaAdpcm(data.byteLength, blockBytes))
      return success({ sampleRate, channels, length, samples: once(() => decodeImaAdpcm(data, blockBytes).subarray(0, length)) })
    }
    offset = start + size + (size & 1)
  }
  return failure('wav-invalid', 'This WAV file is cut off: it has no sound data. Record it again.')
}

interface Format {
  readonly sampleRate: number
  readonly channels: number
  /** of IMA ADPCM; null for PCM */
  readonly blockBytes: number | null
}

function formatAt(view: DataView, start: number): Format | null {
  const code = view.getUint16(start, true)
  const [channels, sampleRate] = [view.getUint16(start + 2, true), view.getUint32(start + 4, true)]
  const [blockBytes, bits] = [view.getUint16(start + 12, true), view.getUint16(start + 14, true)]
  if (code === IMA_ADPCM && bits === 4 && channels === 1 && blockBytes > 4) return { sampleRate, channels, blockBytes }
  return (code === PCM || code === EXTENSIBLE) && bits === 16 ? { sampleRate, channels, blockBytes: null } : null
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
