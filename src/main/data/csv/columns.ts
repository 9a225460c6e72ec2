/** The type of a text column: whole numbers, numbers, or anything. */
export type CsvType = 'INTEGER' | 'REAL' | 'TEXT'

/** Most whole numbers, and none that a number would spoil. */
const PLAIN_INTEGER = /^-?[1-9]\d{0,14}$/
const NUMBER = /^(-?)(0|[1-9]\d*|(?=\.))(?:\.(\d+))?$/
/** Digits with a point, a sign or an exponent, as a number might be written anywhere. */
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** A number as people of some country write it. */
const LOCAL_NUMBER = /^[+\-\u2212]?\d{1,3}(?:[.,'\u2019\u00a0\u202f ]?\d{3})*(?:[.,]\d+)?\s?%?$|^[+\-\u2212]?\d+(?:[.,]\d+)?%?$/u
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** What a value looks like, whatever becomes of it: it distinguishes a header from rows. */
export function kindOf(value: string): 'number' | 'date' | 'text' {
  const field = value.trim()
  if (NUMERIC.test(field) || LOCAL_NUMBER.test(field)) return 'number'
  return DATE.test(field) ? 'date' : 'text'
}

/**
 * What is known of a column. It holds numbers only where every value reads back from its number as it was written, but for zeros
 * at the end of a fraction. Those count where all fractions are as long (money), or where one value is negative, which no version
 * is: `1.10` comes after `1.9`.
 */
export interface ColumnProfile {
  type: CsvType | null
  /** whether every value so far looks like a number, whether it can be kept as one or not */
  isNumeric: boolean
  /** whether every value so far looks like a number as some country writes it, and one of them like no other */
  isLocal: boolean
  hasLocal: boolean
  /** digits of all fractions; null: none yet, -1: not equally many */
  decimals: number | null
  hasZeros: boolean
  isSigned: boolean
}

export function newProfile(): ColumnProfile {
  return { type: null, isNumeric: true, isLocal: true, hasLocal: false, decimals: null, hasZeros: false, isSigned: false }
}

/** Takes one more value into a profile, in place: there is one of these calls for every value of a file. */
export function widen(profile: ColumnProfile, value: string): void {
  if (value === '') return
  if (profile.type !== 'TEXT' && PLAIN_INTEGER.test(value)) {
    profile.type ??= 'INTEGER'
    if (value.startsWith('-')) profile.isSigned = true
    return
  }
  if ((profile.isNumeric || profile.isLocal) && !NUMERIC.test(value)) {
    profile.isNumeric = false
    profile.isLocal &&= LOCAL_NUMBER.test(value)
    profile.hasLocal = true
  }
  if (profile.type === 'TEXT') return
  const found = NUMBER.exec(value)
  if (found === null || !readsBack(found)) {
    profile.type = 'TEXT'
    return
  }
  const [, sign, , fraction] = found
  if (sign === '-') profile.isSigned = true
  if (fraction === undefined) {
    profile.type ??= 'INTEGER'
    return
  }
  if (fraction.endsWith('0')) profile.hasZeros = true
  profile.decimals = profile.decimals === null || profile.decimals === fraction.length ? fraction.length : -1
  profile.type = 'REAL'
}

/** The type of a column by what is known of it. A column without values is text. */
export function typeOf({ type, decimals, hasZeros, isSigned }: ColumnProfile): CsvType {
  return type === null || (hasZeros && decimals === -1 && !isSigned) ? 'TEXT' : type
}

/** Whether a number has the digits that it was written with, but for zeros at the end of its fraction. */
function readsBack([text, sign, whole = '', fraction = '']: RegExpExecArray): boolean {
  const number = Number(text)
  if (fraction === '') return Number.isSafeInteger(number) && String(number) === text
  const kept = fraction.replace(/0+$/, '')
  return String(number) === `${sign}${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`
}

/** A value as it is kept in a column of this type, which fits it. */
export function csvValue(type: CsvType, value: string): string | number | null {
  if (value === '') return null
  return type === 'TEXT' ? value : Number(value)
}

/** Lines above a table are looked for in so many of its first ones. */
const MOST_ABOVE = 30

/** Where the table begins in its first rows, and whether that row names the columns. */
export interface TableHead {
  readonly index: number
  readonly hasHeader: boolean
}

/**
 * Finds the head of a table. Lines above it (a title, a period) are such only where the row behind them is sure to be a header:
 * otherwise they are rows like all others, and nothing is left out.
 */
export function headOf(rows: readonly (readonly string[])[], width: number): TableHead {
  const above = rows.slice(0, MOST_ABOVE).findIndex((row) => row.filter((field) => field.trim() !== '').length > 1)
  const [first = []] = rows
  if (above > 0 && first.filter((field) => field.trim() !== '').length <= 1 && rows[above]?.length === width) {
    if (evidence(rows[above] ?? [], rows.slice(above + 1)) > 0) return { index: above, hasHeader: true }
  }
  return { index: 0, hasHeader: isHeader(first, rows.slice(1)) }
}

/** Whether every row has one value more than the header has names, as R writes them: then the first value has no name. One name alone is a title. */
export function lacksFirstName(head: readonly string[], below: readonly (readonly string[])[]): boolean {
  return head.length > 1 && below.length > 0 && below.every((row) => row.length === head.length + 1 && row.at(-1) !== '')
}

function isHeader(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (row.every((field) => field.trim() === '')) return false
  const found = evidence(row, below)
  if (found !== 0) return found > 0
  // nothing distinguishes rows of the same look: a first row of words names columns
  if (row.some((field) => NUMERIC.test(field.trim()))) return false
  return below.length > 0 || row.every((field) => field.trim() !== '')
}

/**
 * How a row differs from those below it: positive where words stand above numbers or dates, or years above numbers; negative where
 * a number stands above numbers.
 */
function evidence(row: readonly string[], below: readonly (readonly string[])[]): number {
  const columns = row.map((field, column) => {
    const kinds = new Set(below.flatMap((one) => ((one[column] ?? '').trim() === '' ? [] : [kindOf(one[column] ?? '')])))
    const [kind] = kinds
    return {
      field: field.trim(),
      kind: kinds.size === 1 && kind !== undefined ? kind : 'text',
      values: below.map((one) => one[column] ?? ''),
    }
  })
  const typed = columns.filter(({ field, kind }) => kind !== 'text' && field !== '')
  if (typed.length === 0) return 0
  const same = typed.filter(({ field, kind }) => kindOf(field) === kind)
  if (same.length === 0) return 1
  const areYears = row.length > typed.length && same.length > 1 && same.every(({ field, values }) => isYear(field) && !values.some(isYear))
  return areYears && new Set(same.map(({ field }) => field)).size === same.length ? 1 : -1
}

function isYear(field: string): boolean {
  return /^(?:19|20)\d\d$/.test(field.trim())
}

/** Names that are there and unlike each other, case aside, without line ends and signs that nobody sees. */
export function columnNames(row: readonly string[], width: number): readonly string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const seen = (row[index] ?? '').replace(/[\p{Cc}\p{Bidi_Control}\ufeff\u200b]/gu, ' ')
    const wished = seen.replace(/\s+/gu, ' ').trim().slice(0, 120) || `column_${index + 1}`
    let name = wished
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wished}_${count}`
    taken.add(name.toLowerCase())
    return name
  })
}
