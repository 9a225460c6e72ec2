import { textOf } from '../../../../shared/lib/result'
import { fetchJson } from './fetch-json'
import { FORECAST_VARIABLES, forecastSchema, geocodingSchema } from './open-meteo-schemas'
import type { WeatherSource } from './weather-source'

/** The addresses of Open-Meteo's two services. */
export interface OpenMeteoAddresses {
  readonly geocoding: string
  readonly forecast: string
}

/** Open-Meteo's public services, which need no key; or the address in the environment variable `OPEN_METEO_URL`, for a private instance. */
export function openMeteoAddresses({ OPEN_METEO_URL }: Readonly<Record<string, string | undefined>>): OpenMeteoAddresses {
  if (OPEN_METEO_URL !== undefined && URL.canParse(OPEN_METEO_URL)) return { geocoding: OPEN_METEO_URL, forecast: OPEN_METEO_URL }
  return { geocoding: 'https://geocoding-api.open-meteo.com', forecast: 'https://api.open-meteo.com' }
}

/** Looks up a place by name and reads the forecast for its coordinates. */
export function openMeteo(addresses: OpenMeteoAddresses): WeatherSource {
  return async (name, signal) => {
    const language = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name) ? 'ja' : 'en'
    const search = address(addresses.geocoding, '/v1/search', { name, count: '1', language, format: 'json' })
    const found = await fetchJson(search, geocodingSchema, signal)
    if (!found.ok) return { kind: 'failed', reason: textOf(found.error) }
    const place = found.value.results?.[0]
    if (place === undefined) return { kind: 'no-such-place' }
    const where = { latitude: String(place.latitude), longitude: String(place.longitude) }
    const forecast = await fetchJson(
      address(addresses.forecast, '/v1/forecast', { ...where, ...FORECAST_VARIABLES }),
      forecastSchema,
      signal,
    )
    return forecast.ok
      ? { kind: 'found', weather: { place, forecast: forecast.value } }
      : { kind: 'failed', reason: textOf(forecast.error) }
  }
}

function address(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(path, base)
  url.search = new URLSearchParams(query).toString()
  return url
}
