import type { Localized } from '../text/localized'

/** WMO weather interpretation codes, as Open-Meteo's documentation of `weather_code` lists them. */
const CONDITIONS: Readonly<Record<number, Localized>> = {
  0: { en: 'clear', ja: '快晴' },
  1: { en: 'mostly clear', ja: '晴れ' },
  2: { en: 'partly cloudy', ja: '晴れ時々くもり' },
  3: { en: 'cloudy', ja: 'くもり' },
  45: { en: 'fog', ja: '霧' },
  48: { en: 'freezing fog', ja: '着氷性の霧' },
  51: { en: 'light drizzle', ja: '弱い霧雨' },
  53: { en: 'drizzle', ja: '霧雨' },
  55: { en: 'heavy drizzle', ja: '強い霧雨' },
  56: { en: 'light freezing drizzle', ja: '着氷性の弱い霧雨' },
  57: { en: 'freezing drizzle', ja: '着氷性の霧雨' },
  61: { en: 'light rain', ja: '小雨' },
  63: { en: 'rain', ja: '雨' },
  65: { en: 'heavy rain', ja: '大雨' },
  66: { en: 'light freezing rain', ja: '着氷性の小雨' },
  67: { en: 'freezing rain', ja: '着氷性の雨' },
  71: { en: 'light snow', ja: '小雪' },
  73: { en: 'snow', ja: '雪' },
  75: { en: 'heavy snow', ja: '大雪' },
  77: { en: 'snow grains', ja: '霧雪' },
  80: { en: 'light showers', ja: '弱いにわか雨' },
  81: { en: 'showers', ja: 'にわか雨' },
  82: { en: 'violent showers', ja: '激しいにわか雨' },
  85: { en: 'light snow showers', ja: '弱いにわか雪' },
  86: { en: 'snow showers', ja: 'にわか雪' },
  95: { en: 'thunderstorm', ja: '雷雨' },
  96: { en: 'thunderstorm with hail', ja: 'ひょうを伴う雷雨' },
  99: { en: 'thunderstorm with heavy hail', ja: '激しいひょうを伴う雷雨' },
}

/** Words for a WMO code; a code that the list does not have is given as its number. */
export function weatherCondition(code: number): Localized {
  return CONDITIONS[code] ?? { en: `weather code ${code}`, ja: `天気コード${code}` }
}

/** The Japanese words for what `weatherCondition` calls so in English; the English ones where it calls nothing so. */
export function conditionInJapanese(condition: string): string {
  return Object.values(CONDITIONS).find(({ en }) => en === condition)?.ja ?? condition
}
