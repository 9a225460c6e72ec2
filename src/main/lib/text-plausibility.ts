import iconv from 'iconv-lite'
import type { EncodingCandidate } from './encoding-candidates'
import { type Alphabet, alphabets, frequentHan, frequentHangul, usualSigns, wordSigns } from './letter-frequencies'

/*
 * Costs are the logarithms of how improbable characters are (in nats), so that texts of one and of two bytes for a character are
 * compared as what they are: readings of the same bytes.
 */
/** What each ASCII character costs. */
export const asciiCost = 3
const FOREIGN_LETTER = 8.5
const SYMBOL = 9
const USUAL_SYMBOL = 4
const FREQUENT_HAN = 6.4
const USUAL_HAN = 9.7
const RARE_HAN = 14
const FREQUENT_HANGUL = 5.6
const USUAL_HANGUL = 9
const RARE_HANGUL = 14
const KANA = 5
const MARK = 4
/** a capital letter behind a small one */
const WRONG_CASE = 4
const CAPITAL = 0.8
/** letters of two scripts in one word */
const MIXED_WORD = 6
/** a sign between two letters of one word, or before one */
const SIGN_IN_WORD = 4
const SIGN_BEFORE_WORD = 2
/** an accent that stands on no letter */
const LOOSE_MARK = 6
/** two Latin letters with accents next to each other */
const TWO_ACCENTS = 2
/** kana in Chinese or Korean text, ideographs in Korean text */
const OUT_OF_PLACE = 3

type Class = 'ascii' | 'latin' | 'greek' | 'cyrillic' | 'hebrew' | 'arabic' | 'thai' | 'han' | 'kana' | 'hangul' | 'mark' | 'other' | 'sign'

const CLASSES: readonly (readonly [Class, RegExp])[] = [
  ['latin', /^\p{Script=Latin}$/u],
  ['cyrillic', /^\p{Script=Cyrillic}$/u],
  ['greek', /^\p{Script=Greek}$/u],
  ['thai', /^\p{Script=Thai}$/u],
  ['hebrew', /^\p{Script=Hebrew}$/u],
  ['arabic', /^\p{Script=Arabic}$/u],
  ['mark', /^\p{M}$/u],
  ['han', /^\p{Script=Han}$/u],
  ['kana', /^[\p{Script=Hiragana}\p{Script=Katakana}]$/u],
  ['hangul', /^\p{Script=Hangul}$/u],
  ['other', /^\p{L}$/u],
]

const IMPOSSIBLE = /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u

/** What a character costs wherever it stands, and what it is. */
interface Known {
  readonly is: Class
  /** null: by the language of the whole text */
  readonly cost: number | null
  readonly isUpper: boolean
  readonly isLower: boolean
  readonly small: string
}

/**
 * How improbable it is that somebody wrote this text, in nats; infinite where it holds what no text has. `candidate` gives the frequent
 * from the rare ideographs; null for UTF-8.
 */
export function improbabilityOf(text: string, candidate: EncodingCandidate | null): number {
  if (IMPOSSIBLE.test(text)) return Number.POSITIVE_INFINITY
  const known = new Map<string, Known>()
  const letters = new Map<Class, Map<string, number>>()
  let cost = 0
  let before: Known | null = null
  let beforeThat: Known | null = null
  for (const character of text) {
    let now = known.get(character)
    if (now === undefined) {
      now = knownOf(character, candidate)
      known.set(character, now)
    }
    cost += (now.cost ?? 0) + (before === null ? 0 : neighborCost(before, now, beforeThat))
    if (now.cost === null) {
      const counts = letters.get(now.is) ?? new Map<string, number>()
      letters.set(now.is, counts)
      counts.set(now.small, (counts.get(now.small) ?? 0) + 1)
      if (now.isUpper) cost += CAPITAL
    }
    beforeThat = before
    before = now
  }
  for (const [script, counts] of letters) cost += languageCost(script, counts)
  return cost
}

function knownOf(character: string, candidate: EncodingCandidate | null): Known {
  const small = character.toLowerCase()
  const isUpper = small !== character
  const isLower = !isUpper && character.toUpperCase() !== character
  const know = (is: Class, cost: number | null): Known => ({ is, cost, isUpper, isLower, small })
  if (character < '\u0080') return know(/[a-z]/i.test(character) ? 'ascii' : 'sign', asciiCost)
  const is = CLASSES.find(([, form]) => form.test(character))?.[0] ?? 'sign'
  switch (is) {
    case 'sign':
      return know(is, usualSigns.has(character) ? USUAL_SYMBOL : SYMBOL)
    case 'other':
      return know(is, FOREIGN_LETTER)
    case 'mark':
      return know(is, MARK)
    case 'kana':
      return know(is, KANA + (candidate === null || candidate.kind === 'japanese' ? 0 : OUT_OF_PLACE))
    case 'han':
      return know(is, hanCost(character, candidate) + (candidate?.kind === 'korean' ? OUT_OF_PLACE : 0))
    case 'hangul':
      return know(is, hangulCost(character, candidate))
    default:
      return know(is, null)
  }
}

function hanCost(character: string, candidate: EncodingCandidate | null): number {
  if (frequentHan.has(character)) return FREQUENT_HAN
  if (candidate === null) return USUAL_HAN
  const [first = 0] = iconv.encode(character, candidate.name)
  const [from, to] = candidate.frequent ?? [0, -1]
  return first >= from && first <= to ? USUAL_HAN : RARE_HAN
}

/** The syllables of the Korean standard begin with these bytes; others were added later, for all that can be written. */
function hangulCost(character: string, candidate: EncodingCandidate | null): number {
  if (frequentHangul.has(character)) return FREQUENT_HANGUL
  if (candidate?.kind !== 'korean') return USUAL_HANGUL
  const [first = 0, second = 0] = iconv.encode(character, candidate.name)
  return first >= 0xb0 && first <= 0xc8 && second >= 0xa1 ? USUAL_HANGUL : RARE_HANGUL
}

function neighborCost(before: Known, now: Known, beforeThat: Known | null): number {
  if (before.is === 'ascii' && now.is === 'ascii') return 0
  if (now.is === 'mark') return isWord(before.is) ? 0 : LOOSE_MARK
  if (!isWord(now.is)) return 0
  if (before.is === 'sign') {
    if (before.small < '\u0080' || wordSigns.has(before.small)) return 0
    return beforeThat !== null && isWord(beforeThat.is) ? SIGN_IN_WORD : SIGN_BEFORE_WORD
  }
  let cost = before.isLower && now.isUpper ? WRONG_CASE : 0
  if (before.is === 'latin' && now.is === 'latin') cost += TWO_ACCENTS
  const [one, other] = [wordScript(before.is), wordScript(now.is)]
  if (one !== other && before.is !== 'mark') cost += one === 'east' || other === 'east' ? MIXED_WORD / 2 : MIXED_WORD
  return cost
}

function isWord(one: Class): boolean {
  return one !== 'sign'
}

function wordScript(one: Class): Class | 'east' {
  if (one === 'ascii') return 'latin'
  return one === 'han' || one === 'kana' || one === 'hangul' ? 'east' : one
}

/** The cost of letters in the language that has them most often. */
function languageCost(script: Class, counts: ReadonlyMap<string, number>): number {
  const languages = costsOf.filter((one) => one.script === script)
  return Math.min(
    ...languages.map(({ costs }) => [...counts].reduce((sum, [letter, count]) => sum + count * (costs.get(letter) ?? FOREIGN_LETTER), 0)),
  )
}

const costsOf = alphabets.map(({ script, letters }) => ({ script, costs: letterCosts(script, letters) }))

/** By Zipf's law: the letter of rank n is 1/n as frequent as the first. */
function letterCosts(script: Alphabet['script'], letters: string): ReadonlyMap<string, number> {
  const all = [...new Set(letters)]
  const whole = Math.log(all.reduce((sum, _, rank) => sum + 1 / (rank + 3), 0))
  const rarity = script === 'latin' ? 1 : 0
  return new Map(all.map((letter, rank) => [letter, Math.log(rank + 3) + whole + rarity]))
}
