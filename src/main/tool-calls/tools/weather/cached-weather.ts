import type { Clock } from '../../../../shared/lib/clock'
import type { PlaceWeather, WeatherSource } from './weather-source'

/** Open-Meteo updates its models every quarter of an hour at most. */
const FRESH_MS = 10 * 60_000
const MOST_PLACES = 50

/** Caches results of `source` for ten minutes, for the last fifty places. Failures are not cached. */
export function cachedWeather(source: WeatherSource, clock: Clock): WeatherSource {
  const cache = new Map<string, { readonly weather: PlaceWeather; readonly until: number }>()
  return async (place, signal) => {
    const key = place.normalize('NFKC').trim().toLowerCase()
    const earlier = cache.get(key)
    if (earlier !== undefined && clock.now() < earlier.until) return { kind: 'found', weather: earlier.weather }
    const answer = await source(place, signal)
    cache.delete(key)
    if (answer.kind === 'found') cache.set(key, { weather: answer.weather, until: clock.now() + FRESH_MS })
    const oldest = cache.keys().next()
    if (cache.size > MOST_PLACES && oldest.done !== true) cache.delete(oldest.value)
    return answer
  }
}
