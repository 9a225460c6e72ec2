import type { AttachmentType } from './attachment'
import type { ByteReader } from './byte-reader'

/** The type of a sound file; null if it is none of the accepted types. */
export function soundType(file: ByteReader): AttachmentType | null {
  if (file.has(0, 'RIFF') && file.has(8, 'WAVE')) return 'audio/wav'
  if (file.has(0, 'FORM') && (file.has(8, 'AIFF') || file.has(8, 'AIFC'))) return 'audio/aiff'
  if (file.has(0, 'OggS')) return 'audio/ogg'
  if (file.has(0, 'fLaC')) return 'audio/flac'
  if (file.has(0, 'ID3') && file.byte(3) < 0xff) return 'audio/mp3'
  if (isAdts(file)) return 'audio/aac'
  return isMp3(file) ? 'audio/mp3' : null
}

/** Two frames of AAC in a row (ISO 14496-3 §1.A.2.2). */
function isAdts(file: ByteReader): boolean {
  const begins = (at: number): boolean => file.byte(at) === 0xff && (file.byte(at + 1) & 0xf6) === 0xf0
  const length = ((file.byte(3) & 3) << 11) | (file.byte(4) << 3) | (file.byte(5) >> 5)
  return begins(0) && length >= 7 && (length === file.length || begins(length))
}

/** kbit/s of layer III: of MPEG 1, and of MPEG 2 and 2.5 (ISO 11172-3 §2.4.2.3). */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLES_PER_SECOND = [44_100, 48_000, 32_000]

/** Two frames of layer III in a row. */
function isMp3(file: ByteReader): boolean {
  const begins = (at: number): boolean => file.byte(at) === 0xff && (file.byte(at + 1) & 0xe6) === 0xe2
  const version = (file.byte(1) >> 3) & 3
  const rate = (version === 3 ? RATES_1 : RATES_2)[file.byte(2) >> 4] ?? 0
  const samples = (SAMPLES_PER_SECOND[(file.byte(2) >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (!begins(0) || version === 1 || rate === 0 || samples === 0) return false
  const length = Math.floor(((version === 3 ? 144_000 : 72_000) * rate) / samples) + ((file.byte(2) >> 1) & 1)
  return length === file.length || begins(length)
}
