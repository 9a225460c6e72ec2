import type { ColumnKind, ImportChoices } from '../../../shared/data/import-choices'
import type { CsvType } from './columns'

/** More digits than a double keeps. */
const MOST_DIGITS = 15
const SPACES = '\u00a0\u202f\u2009 '
const INTEGER = /^[+-]?\d+$/
const REAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const LOCAL = {
  point: {
    form: new RegExp(`^[+\\-\\u2212]?(?:\\d{1,3}(?:[,'\\u2019${SPACES}]\\d{3})+|\\d+)(?:\\.\\d+)?$`, 'u'),
    groups: new RegExp(`[,'\\u2019${SPACES}]`, 'gu'),
  },
  comma: {
    form: new RegExp(`^[+\\-\\u2212]?(?:\\d{1,3}(?:[.'\\u2019${SPACES}]\\d{3})+|\\d+)(?:,\\d+)?$`, 'u'),
    groups: new RegExp(`[.'\\u2019${SPACES}]`, 'gu'),
  },
} as const

const BOOLEAN = /^(?:(true)|false)$/i

/** The type in which a column of this kind is stored. */
export function typeOfKind(kind: ColumnKind): CsvType | 'BOOLEAN' {
  switch (kind) {
    case 'text':
      return 'TEXT'
    case 'integer':
      return 'INTEGER'
    case 'boolean':
      return 'BOOLEAN'
    case 'real':
    case 'point':
    case 'comma':
      return 'REAL'
  }
}

export function kindOfType(type: CsvType | 'BOOLEAN'): ColumnKind {
  switch (type) {
    case 'TEXT':
      return 'text'
    case 'INTEGER':
      return 'integer'
    case 'BOOLEAN':
      return 'boolean'
    case 'REAL':
      return 'real'
  }
}

/** A value read as the user chose; undefined where it is none of this kind, or a number would lose digits of it. */
export function readAs(kind: ColumnKind, value: string): string | number | null | undefined {
  if (value === '') return null
  if (kind === 'text') return value
  if (kind === 'boolean') {
    const found = BOOLEAN.exec(value.trim())
    return found === null ? undefined : found[1] === undefined ? 0 : 1
  }
  const plain = plainNumber(kind, value.trim())
  if (
    plain === undefined ||
    plain
      .replace(/[eE].*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+/, '').length > MOST_DIGITS
  )
    return undefined
  const number = Number(plain)
  return Number.isFinite(number) ? number : undefined
}

function plainNumber(kind: Exclude<ColumnKind, 'text' | 'boolean'>, value: string): string | undefined {
  switch (kind) {
    case 'integer':
      return INTEGER.test(value) ? value : undefined
    case 'real':
      return REAL.test(value) ? value : undefined
    case 'point':
    case 'comma': {
      const { form, groups } = LOCAL[kind]
      return form.test(value) ? value.replace(groups, '').replace(',', '.').replace('\u2212', '-') : undefined
    }
  }
}

/** The local notation in which all values are numbers; null where there is none, or where both read them. */
export function offeredKind(values: readonly string[]): 'point' | 'comma' | null {
  const filled = values.filter((value) => value !== '')
  if (filled.length === 0) return null
  const fits = (['point', 'comma'] as const).filter((kind) => filled.every((value) => readAs(kind, value) !== undefined))
  const [only] = fits
  return fits.length === 1 && only !== undefined ? only : null
}

/** The kind that the user chose for a column; null where it is to be detected. */
export function kindChosen({ kinds }: Pick<ImportChoices, 'kinds'>, name: string): ColumnKind | null {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}
