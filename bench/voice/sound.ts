/** samples a second of all sound in this bench */
export const RATE = 16_000

/** Loudness (RMS) of the audible part: blocks of 20 ms that are at most 30 dB softer than the loudest. */
export function loudness(sound: Float32Array): number {
  const squares: number[] = []
  for (let start = 0; start + 320 <= sound.length; start += 320) {
    let sum = 0
    for (let index = start; index < start + 320; index += 1) sum += (sound[index] ?? 0) ** 2
    squares.push(sum / 320)
  }
  const loudest = Math.max(...squares)
  const audible = squares.filter((square) => square > loudest / 1000)
  return Math.sqrt(audible.reduce((sum, square) => sum + square, 0) / Math.max(1, audible.length))
}

/** The same sound at this loudness. */
export function scaledTo(sound: Float32Array, level: number): Float32Array {
  const factor = level / (loudness(sound) || 1)
  return sound.map((sample) => sample * factor)
}

/** At 16 kHz: a windowed sinc of 16 zeros a side, cut off below the lower half rate. */
export function resampled(sound: ArrayLike<number>, from: number): Float32Array {
  if (from === RATE) return Float32Array.from(sound)
  const ratio = RATE / from
  const cutoff = Math.min(1, ratio) * 0.9
  const reach = Math.ceil(16 / cutoff)
  return Float32Array.from({ length: Math.floor(sound.length * ratio) }, (_, index) => {
    const center = index / ratio
    let sum = 0
    for (let tap = Math.ceil(center - reach); tap <= center + reach; tap += 1) {
      const distance = center - tap
      const sinc = distance === 0 ? cutoff : Math.sin(Math.PI * distance * cutoff) / (Math.PI * distance)
      sum += (sound[tap] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1)))
    }
    return sum
  })
}

/** Where the sound begins and ends to be heard: the first and the last 10 ms within 30 dB of its loudness. */
export function audiblePart(sound: Float32Array): { readonly from: number; readonly to: number } {
  const limit = loudness(sound) * 10 ** (-30 / 20)
  const heard = (start: number): boolean => {
    let sum = 0
    for (let index = start; index < start + 160; index += 1) sum += (sound[index] ?? 0) ** 2
    return Math.sqrt(sum / 160) > limit
  }
  let from = 0
  while (from + 160 < sound.length && !heard(from)) from += 160
  let to = sound.length - 160
  while (to > from && !heard(to)) to -= 160
  return { from, to: to + 160 }
}
