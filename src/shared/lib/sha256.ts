import { encodeUtf8 } from './utf8'

// the first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8
const { ROUND_CONSTANTS, START } = constants()

/** SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 lower-case hexadecimal digits. Synchronous and the same everywhere. */
export function sha256Hex(text: string): string {
  const bytes = padded(encodeUtf8(text))
  const view = new DataView(bytes.buffer)
  const hash = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(offset + index * 4)
    expand(words)
    compress(hash, words)
  }
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function expand(words: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const early = at(words, index - 15)
    const late = at(words, index - 2)
    const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = at(words, index - 16) + mixedEarly + at(words, index - 7) + mixedLate
  }
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let round = 0; round < 64; round += 1) {
    const sumOfE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sumOfE + choice + at(ROUND_CONSTANTS, round) + at(words, round)) | 0
    const sumOfA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sumOfA + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = at(hash, index) + word
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

/** The message, a one bit, zeros, and its length in bits in the last eight bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(bytes.length - 4, message.length << 3)
  return bytes
}

function constants(): { readonly ROUND_CONSTANTS: Uint32Array; readonly START: Uint32Array } {
  const primes: number[] = []
  for (let candidate = 2; primes.length < 64; candidate += 1) if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return {
    ROUND_CONSTANTS: Uint32Array.from(primes, (prime) => fraction(prime, 3n)),
    START: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2n)),
  }
}

/** The fractional part of floor(2³² × root(prime)), in integers: rounding can't differ between computers. */
function fraction(prime: number, degree: bigint): number {
  const target = BigInt(prime) << (32n * degree)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** degree <= target) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}
