import { firstLanguage } from '../i18n/languages'
import type { Translator } from '../i18n/translator'

/** The form of an ISO 4217 code: three capital letters. */
export const CURRENCY_CODE = /^[A-Z]{3}$/

/** Decimal places of a currency: 0 for JPY, 2 for USD, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat(firstLanguage, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * An amount in the smallest unit of its currency (yen, cents), or null if it has more decimal places than the currency
 * or is too large to be exact.
 */
export function toMinorUnits(amount: number, currency: string): number | null {
  // the decimal text is exact; multiplying a binary fraction is not
  const minor = Number(`${amount}e${currencyDigits(currency)}`)
  return Number.isSafeInteger(minor) ? minor : null
}

/** The amount for this many smallest units. */
export function fromMinorUnits(minor: number, currency: string): number {
  return Number(`${minor}e-${currencyDigits(currency)}`)
}

/** `¥48,600` or `CN¥48.60`, and `48,600円` in Japanese. Two currencies never share a sign. */
export function formatMoney(amount: number, currency: string, { language, money }: Pick<Translator, 'language' | 'money'>): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: money }).format(amount)
}
