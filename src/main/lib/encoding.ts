import { isAscii, isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import iconv from 'iconv-lite'
import { encodingCandidates, type TextEncoding, utf8, utf16be, utf16le } from './encoding-candidates'
import { bytesToCompare, countUtf8Sequences, sureUtf8 } from './encoding-evidence'
import { asciiCost, improbabilityOf } from './text-plausibility'

export type { TextEncoding } from './encoding-candidates'

/** The most likely encoding of a text. */
export interface DetectedEncoding {
  readonly encoding: TextEncoding
  /** other encodings that fit about as well and read the text differently, the most likely first */
  readonly others: readonly TextEncoding[]
  /** whether it is the only one that fits, and its reading looks like a language */
  readonly isSure: boolean
}

/** How much less likely (in nats) a different reading must be to be left aside. */
const SURE_MARGIN = 5
/**
 * What each byte that is not ASCII costs at the most (in nats) in a reading that looks like a language, by its letters, and how much
 * more it must cost in all other readings.
 */
const PLAUSIBLE = {
  latin: { cost: 4.5, margin: 0.35 },
  east: { cost: 5.2, margin: 0.35 },
  other: { cost: 3.7, margin: 0.35 },
} as const
/** How much likelier a language that the detector finds makes its encoding at the most. */
const DETECTOR_WEIGHT = 4
/** A UTF-8 character is hardly one by chance. */
const UTF8_BONUS = 4
/** Other encodings that are named at the most. */
const MOST_OTHERS = 4

/** Encodings that the detector gives another name. */
const DETECTED: Readonly<Record<string, readonly string[]>> = {
  Shift_JIS: ['cp932'],
  'EUC-JP': ['eucjp'],
  'EUC-KR': ['cp949'],
  GB18030: ['gb18030'],
  Big5: ['big5'],
  'ISO-8859-1': ['win1252'],
  'ISO-8859-2': ['win1250', 'iso88592'],
  'ISO-8859-5': ['iso88595'],
  'ISO-8859-6': ['win1256', 'iso88596'],
  'ISO-8859-7': ['win1253', 'iso88597'],
  'ISO-8859-8': ['win1255', 'iso88598'],
  'ISO-8859-9': ['win1254', 'iso88599'],
  'windows-1250': ['win1250'],
  'windows-1251': ['win1251'],
  'windows-1252': ['win1252'],
  'windows-1253': ['win1253'],
  'windows-1254': ['win1254'],
  'windows-1255': ['win1255'],
  'windows-1256': ['win1256'],
  'windows-1257': ['win1257'],
  'windows-1258': ['win1258'],
  'windows-874': ['windows874'],
  'KOI8-R': ['koi8r', 'koi8u'],
}

/** Detects the encoding of a text. Plain ASCII counts as UTF-8. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  return (markedEncoding(bytes) ?? detectEncoding(bytesToCompare(bytes))).encoding
}

/** The encoding by a byte order mark, or by the zero bytes that only UTF-16 has; null where there are none. */
export function markedEncoding(begin: Uint8Array): DetectedEncoding | null {
  const sure = (encoding: TextEncoding): DetectedEncoding => ({ encoding, others: [], isSure: true })
  const [first, second, third] = begin
  if (first === 0xef && second === 0xbb && third === 0xbf) return sure({ ...utf8, markBytes: 3 })
  if (first === 0xff && second === 0xfe) return sure({ ...utf16le, markBytes: 2 })
  if (first === 0xfe && second === 0xff) return sure({ ...utf16be, markBytes: 2 })
  const [even = 0, odd = 0] = [0, 1].map((side) => begin.filter((byte, index) => index % 2 === side && byte === 0).length)
  return Math.max(even, odd) > begin.length / 5 ? sure(even > odd ? utf16be : utf16le) : null
}

interface Reading {
  readonly encoding: TextEncoding
  readonly text: string
  /** how improbable it is, in nats */
  readonly cost: number
  /** the same without what the detector found, which few letters may mislead */
  readonly ownCost: number
}

/**
 * Compares what encodings make of bytes that show most (`bytesToCompare`): the text that somebody is likeliest to have written.
 * `excluded`: names of encodings that it does not have.
 */
export function detectEncoding(bytes: Uint8Array, excluded: ReadonlySet<string> = new Set()): DetectedEncoding {
  if (isAscii(bytes)) return { encoding: utf8, others: [], isSure: true }
  const isWholeUtf8 = isUtf8(bytes)
  const sequences = countUtf8Sequences(isWholeUtf8 ? bytes : bytes.subarray(0, validUtf8(bytes)))
  if (sequences >= sureUtf8) return { encoding: utf8, others: [], isSure: true }
  const found = mostLikely(bytes, isWholeUtf8, excluded)
  // invalid bytes behind UTF-8 are an error in it, unless something else fits without a doubt
  return !isWholeUtf8 && sequences > 0 && !found.isSure ? { encoding: utf8, others: [], isSure: true } : found
}

function mostLikely(bytes: Uint8Array, isWholeUtf8: boolean, excluded: ReadonlySet<string>): DetectedEncoding {
  const sorted = readingsOf(Buffer.from(bytes), isWholeUtf8).filter(({ encoding }) => !excluded.has(encoding.name))
  const [best] = sorted
  if (best === undefined) return { encoding: { name: 'win1252', label: 'Windows-1252', markBytes: 0 }, others: [], isSure: false }
  const ascii = bytes.filter((byte) => byte < 0x80).length
  const foreign = bytes.length - ascii
  const { cost, margin } = PLAUSIBLE[scriptOf(best.text)]
  const others = othersThan(best, sorted, Math.max(SURE_MARGIN, margin * foreign))
  const isPlausible = best.encoding === utf8 || (hasEnough(best.text) && best.cost - ascii * asciiCost <= cost * foreign)
  return { encoding: best.encoding, others, isSure: others.length === 0 && isPlausible }
}

/** Letters that show a language where they are not Latin, and how many different ones, because one-byte encodings share their places. */
const ENOUGH_LETTERS = { east: 4, other: 12, different: 4 } as const

/** Whether a reading has letters that are not ASCII, and enough of them for their script. */
function hasEnough(text: string): boolean {
  const letters = text.match(/(?=[^\0-\x7f])\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (foreign.length * 2 <= letters.length) return letters.length > 0
  if (scriptOf(foreign.join('')) === 'east') return foreign.length >= ENOUGH_LETTERS.east
  return foreign.length >= ENOUGH_LETTERS.other && new Set(foreign).size >= ENOUGH_LETTERS.different
}

/** The script of most letters that are not ASCII. */
function scriptOf(text: string): keyof typeof PLAUSIBLE {
  const [all = 0, latin = 0, east = 0] = [
    /[^\0-\x7f]/gu,
    /(?=[^\0-\x7f])(?:\p{Script=Latin}|[^\p{L}\p{M}])/gu,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  ].map((form) => text.match(form)?.length ?? 0)
  if (latin * 2 >= all) return 'latin'
  return east * 2 >= all ? 'east' : 'other'
}

/** Readings without what no text holds, the most likely first. */
function readingsOf(sample: Buffer, isWholeUtf8: boolean): readonly Reading[] {
  const bonus = detectorBonus(sample)
  const readings = encodingCandidates.map((candidate): Reading => {
    const { name, label, markBytes } = candidate
    const text = iconv.decode(sample, name)
    const ownCost = improbabilityOf(text, candidate) + candidate.rarity
    return { encoding: { name, label, markBytes }, text, cost: ownCost - (bonus.get(name) ?? 0), ownCost }
  })
  if (isWholeUtf8) {
    const text = sample.toString('utf8')
    const cost = improbabilityOf(text, null) - UTF8_BONUS * countUtf8Sequences(sample)
    readings.unshift({ encoding: utf8, text, cost, ownCost: cost })
  }
  return readings.filter(({ cost }) => Number.isFinite(cost)).sort((a, b) => a.cost - b.cost)
}

function detectorBonus(sample: Uint8Array): ReadonlyMap<string, number> {
  const found = chardet.analyse(sample).flatMap(({ name, confidence }) => (DETECTED[name] ?? []).map((one) => ({ one, confidence })))
  return new Map(found.reverse().map(({ one, confidence }) => [one, (confidence / 100) * DETECTOR_WEIGHT]))
}

/** Readings that are hardly less likely, with or without the detector, one encoding for each different text. */
function othersThan(best: Reading, sorted: readonly Reading[], margin: number): readonly TextEncoding[] {
  const others: Reading[] = []
  for (const reading of sorted) {
    if (others.length === MOST_OTHERS) break
    if (Math.min(reading.cost - best.cost, reading.ownCost - best.ownCost) > margin) continue
    if ([best, ...others].every(({ text }) => text !== reading.text)) others.push(reading)
  }
  return others.map(({ encoding }) => encoding)
}

/** The number of bytes up to the last whole line that is valid UTF-8. */
export function validUtf8(bytes: Uint8Array): number {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(from, to))) return from
    from = to
  }
  return bytes.length
}

/** Without an incomplete UTF-8 sequence at the end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

export { isAscii }
