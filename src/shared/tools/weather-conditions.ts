import { firstLanguage } from '../i18n/languages'
import { createTranslator, type Translator } from '../i18n/translator'

/** WMO weather interpretation codes, as Open-Meteo's documentation of `weather_code` lists them. */
const CODES = [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99] as const

/** English words for a WMO code, for the model; a code that the list does not have is given as its number. */
export function weatherCondition(code: number): string {
  const i18n = createTranslator(firstLanguage)
  const known = CODES.find((one) => one === code)
  return known === undefined ? i18n.t('weather.unknown', { code }) : i18n.t(`weather.${known}`)
}

/** The words of a language for what `weatherCondition` calls so in English; the English ones where it calls nothing so. */
export function weatherText(condition: string, i18n: Translator): string {
  const known = CODES.find((code) => weatherCondition(code) === condition)
  return known === undefined ? condition : i18n.t(`weather.${known}`)
}
