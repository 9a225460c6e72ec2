/** How far the step moves on after each code. */
export const INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8] as const
/** Index of the largest step. */
export const LAST_STEP = 88
/** The steps by index. */
export const STEPS: readonly number[] = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173,
  190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066,
  2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818,
  18500, 20350, 22385, 24623, 27086, 29794, 32767,
]

/** Samples of one block: the header has the first one uncompressed, each byte after it has two. */
function samplesOfBlock(bytes: number): number {
  return bytes < 4 ? 0 : 1 + (bytes - 4) * 2
}

/** How many samples these bytes of mono IMA ADPCM hold. */
export function lengthOfImaAdpcm(byteLength: number, blockBytes: number): number {
  return Math.floor(byteLength / blockBytes) * samplesOfBlock(blockBytes) + samplesOfBlock(byteLength % blockBytes)
}

/** Decodes mono IMA ADPCM as stored in WAV files (four bits a sample, in independent blocks) to 16-bit samples. */
export function decodeImaAdpcm(bytes: Uint8Array, blockBytes: number): Int16Array {
  const samples = new Int16Array(lengthOfImaAdpcm(bytes.byteLength, blockBytes))
  let written = 0
  for (let start = 0; start + 4 <= bytes.byteLength; start += blockBytes) {
    let value = (((bytes[start] ?? 0) | ((bytes[start + 1] ?? 0) << 8)) << 16) >> 16
    let index = Math.min(LAST_STEP, bytes[start + 2] ?? 0)
    samples[written] = value
    written += 1
    const end = Math.min(bytes.byteLength, start + blockBytes)
    for (let at = (start + 4) * 2; at < end * 2; at += 1) {
      const code = ((bytes[at >> 1] ?? 0) >> ((at & 1) * 4)) & 15
      const step = STEPS[index] ?? 0
      const change = (step >> 3) + (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0)
      value = Math.max(-32768, Math.min(32767, code & 8 ? value - change : value + change))
      index = Math.max(0, Math.min(LAST_STEP, index + (INDEX_CHANGES[code & 7] ?? 0)))
      samples[written] = value
      written += 1
    }
  }
  return samples
}
