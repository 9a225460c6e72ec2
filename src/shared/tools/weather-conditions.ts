import { firstLanguage } from '../i18n/languages'
import { createTranslator, type Translator } from '../i18n/translator'

/** WMO weather interpretation codes, as listed in Open-Meteo's documentation of `weather_code`. */
const CODES = [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99] as const

/** The English text of a WMO code, for the model; an unknown code is returned as its number. */
export function weatherCondition(code: number): string {
  const i18n = createTranslator(firstLanguage)
  const known = CODES.find((one) => one === code)
  return known === undefined ? i18n.t('weather.unknown', { code }) : i18n.t(`weather.${known}`)
}

/** The text in a language for an English one from `weatherCondition`; any other text unchanged. */
export function weatherText(condition: string, i18n: Translator): string {
  const known = CODES.find((code) => weatherCondition(code) === condition)
  return known === undefined ? condition : i18n.t(`weather.${known}`)
}
