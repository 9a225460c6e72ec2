import type { Translator } from '../i18n/translate'

/**
 * Minutes and seconds, `0:04`, with hours if there are any, `1:02:09`. Takes milliseconds; negative values show as
 * zero.
 */
export function clockTime(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = String(total % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** Remaining time, rounded up: 400 ms show as `0:01`. */
export function timeLeft(milliseconds: number): string {
  return clockTime(Math.ceil(Math.max(0, milliseconds) / 1000) * 1000)
}

/** A count of tokens: `940`, `14.2k`. */
export function shortCount(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`
}

/** US dollars: in cents from a dollar on, otherwise with two significant digits: `$1.24`, `$0.079`, `$0.0012`. */
export function dollars(amount: number, locale: string): string {
  const format = amount >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...format }).format(amount)
}

/** A number without a fraction, in the language's grouping: `100,000`. */
export function wholeNumber(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(count)
}

/** Hours and minutes, in the language's format. */
export function timeOfDay(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)
}

/** Day and time to the second, for records. */
export function momentOf(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** A day (YYYY-MM-DD), as the language writes it. */
export function dayOf(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A duration: `38 ms`, `1.2 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** A short date: today as a word, otherwise `19 Nov`, with the year if it is another one. */
export function shortDate(at: number, now: number, i18n: Translator): string {
  const day = new Date(at)
  const today = new Date(now)
  if (day.toDateString() === today.toDateString()) return i18n.t('sidebar.today')
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: i18n.shortMonth, ...year }).format(at)
}

const SMALLEST_SIZE = ['kilobyte', 1e3] as const
const SIZES = [['gigabyte', 1e9], ['megabyte', 1e6], SMALLEST_SIZE] as const

/** A size in bytes, in the unit that keeps the number short: `48 kB`, `12 MB`. */
export function byteSize(bytes: number, locale: string): string {
  const [unit, size] = SIZES.find(([, from]) => bytes >= from) ?? SMALLEST_SIZE
  const amount = unit === 'gigabyte' ? Math.round(bytes / (size / 10)) / 10 : Math.max(1, Math.round(bytes / size))
  return new Intl.NumberFormat(locale, { style: 'unit', unit }).format(amount)
}
