import type { DisplayText } from '../../../../shared/messages/message'
import type { Forecast, GeocodedPlace } from './open-meteo-schemas'

/** The weather of one place, as the service gives it. */
export interface PlaceWeather {
  readonly place: GeocodedPlace
  readonly forecast: Forecast
}

/** The result of a look-up. */
export type WeatherAnswer =
  | { readonly kind: 'found'; readonly weather: PlaceWeather }
  | { readonly kind: 'no-such-place' }
  | { readonly kind: 'failed'; readonly reason: DisplayText }

/** A source of weather. Rejects only when `signal` aborts. */
export type WeatherSource = (place: string, signal: AbortSignal) => Promise<WeatherAnswer>
