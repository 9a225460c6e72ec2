import kyoto from '../../../../resources/weather/kyoto.json'
import { forecastSchema, geocodingSchema } from './open-meteo-schemas'
import type { WeatherAnswer } from './weather-source'

/**
 * The one place whose weather comes with Parley, for the recordings and for machines without a network: a day in November
 * 2026 in the shape that Open-Meteo answers with. Null for every other place.
 */
export function exampleWeather(place: string): Extract<WeatherAnswer, { kind: 'found' }> | null {
  if (!kyoto.names.includes(place.normalize('NFKC').trim().toLowerCase())) return null
  const found = geocodingSchema.parse(kyoto.geocoding).results?.[0]
  return found === undefined ? null : { kind: 'found', weather: { place: found, forecast: forecastSchema.parse(kyoto.forecast) } }
}
