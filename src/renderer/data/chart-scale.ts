import type { Translator } from '../i18n/translate'

/** A language's format of numbers and days. */
export type ChartTranslator = Pick<Translator, 'locale' | 'shortMonth'>

/** Round numbers from below the least to above the largest, about `count` of them. */
export function niceTicks(least: number, most: number, count: number): readonly number[] {
  // values with an invisible difference are drawn from zero
  if (most - least <= Math.max(Math.abs(least), Math.abs(most), 1e-280) * 1e-10) {
    const [from, to] = [Math.min(0, least), Math.max(0, most)]
    return niceTicks(from, to - from < 1e-290 ? 1 : to, count)
  }
  const rough = (most - least) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.floor(least / step + 1e-9)
  const last = Math.ceil(most / step - 1e-9)
  // each computed from its index, so that rounding errors do not add up
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** A number for an axis: as short as possible. */
export function axisNumber(value: number, { locale }: ChartTranslator): string {
  const size = Math.abs(value)
  const notation = size >= 1e15 || (size < 1e-4 && size > 0) ? 'scientific' : size >= 10_000 ? 'compact' : 'standard'
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6, notation }).format(value)
}

/** The step lengths of a time axis, and their labels. */
const DAY = 86_400_000
export function momentText(at: number, span: number, { locale, shortMonth }: ChartTranslator): string {
  const form: Intl.DateTimeFormatOptions =
    span > 3 * 365 * DAY
      ? { year: 'numeric' }
      : span > 120 * DAY
        ? { year: 'numeric', month: 'short' }
        : span > 2 * DAY
          ? { month: shortMonth, day: 'numeric' }
          : { hour: '2-digit', minute: '2-digit' }
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).format(at)
}
