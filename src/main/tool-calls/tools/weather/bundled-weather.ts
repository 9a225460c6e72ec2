import brno from '../../../../../resources/weather/brno.json'
import kyoto from '../../../../../resources/weather/kyoto.json'
import type { WeatherOutput } from '../../../../shared/tools/get-weather'
import { forecastSchema, geocodingSchema } from './open-meteo-schemas'
import type { PlaceWeather } from './weather-source'

/** Bundled weather, and its origin. */
export interface BundledWeather {
  readonly weather: PlaceWeather
  readonly source: Exclude<WeatherOutput['source'], 'open-meteo'>
}

/**
 * Bundled weather of two places, for the recordings and for machines without a network: Brno as Open-Meteo answered on 1 October 2026,
 * and for the recorded conversations an invented November day of Kyoto in the same format. Null for every other place.
 */
export function bundledWeather(place: string): BundledWeather | null {
  const name = place.normalize('NFKC').trim().toLowerCase()
  if (brno.names.includes(name)) {
    const { latitude, longitude } = brno.forecast
    const forecast = forecastSchema.parse(inLocalTimes(brno.forecast))
    return { weather: { place: { ...brno.place, latitude, longitude }, forecast }, source: 'recorded' }
  }
  const found = kyoto.names.includes(name) ? geocodingSchema.parse(kyoto.geocoding).results?.[0] : undefined
  return found === undefined ? null : { weather: { place: found, forecast: forecastSchema.parse(kyoto.forecast) }, source: 'example' }
}

/** The answer was requested with `timeformat=unixtime`; Parley expects local times. */
function inLocalTimes({ utc_offset_seconds: offset, current, hourly, daily, ...rest }: typeof brno.forecast) {
  const local = (seconds: number): string => new Date((seconds + offset) * 1000).toISOString()
  return {
    ...rest,
    current: { ...current, time: local(current.time).slice(0, 16) },
    hourly: { ...hourly, time: hourly.time.map((time) => local(time).slice(0, 16)) },
    daily: { ...daily, time: daily.time.map((time) => local(time).slice(0, 10)) },
  }
}
