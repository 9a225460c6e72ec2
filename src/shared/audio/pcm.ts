const FULL_SCALE = 32768

/** Converts one sample from −1…1 to 16 bits: rounded to nearest, clamped to −32768…32767; NaN becomes silence. */
export function floatToInt16(sample: number): number {
  const scaled = Math.round(sample * FULL_SCALE)
  if (scaled >= FULL_SCALE) return FULL_SCALE - 1
  if (scaled <= -FULL_SCALE) return -FULL_SCALE
  return scaled || 0
}

/** Converts one 16-bit sample to −1…1. `floatToInt16` of the result returns the sample. */
export function int16ToFloat(sample: number): number {
  return sample / FULL_SCALE
}

/** A new array of 16-bit samples, see `floatToInt16`. */
export function floatsToInt16(samples: ArrayLike<number>): Int16Array<ArrayBuffer> {
  const result = new Int16Array(samples.length)
  for (let index = 0; index < result.length; index += 1) result[index] = floatToInt16(samples[index] ?? 0)
  return result
}

/** A new array of samples in −1…1. */
export function int16ToFloats(samples: Int16Array): Float32Array<ArrayBuffer> {
  const result = new Float32Array(samples.length)
  for (let index = 0; index < result.length; index += 1) result[index] = int16ToFloat(samples[index] ?? 0)
  return result
}

/** Reads s16le bytes into a new array, whatever part of its buffer `bytes` views; an odd last byte is left out. */
export function bytesToSamples(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const result = new Int16Array(bytes.byteLength >> 1)
  for (let index = 0; index < result.length; index += 1) result[index] = view.getInt16(index * 2, true)
  return result
}

/** Writes samples as s16le bytes into a new array. */
export function samplesToBytes(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(samples.length * 2)
  const view = new DataView(result.buffer)
  for (let index = 0; index < samples.length; index += 1) view.setInt16(index * 2, samples[index] ?? 0, true)
  return result
}
