import { type Message, messageOf } from '../../shared/messages/message'
import type { GetLocationInput, GetLocationOutput } from '../../shared/tools/get-location'
import { PageToolError } from './page-tool'

/**
 * The longest time to find the position, in ms: less than the tool's own limit, so that the reason can still be
 * reported.
 */
const LONGEST_MS = 20_000
/** The rounding of an approximate position: two decimals are 1.1 km of latitude, so it is known to about 800 m. */
const ROUGH_DECIMALS = 2
const ROUGH_METRES = 800

/** Asks the browser for the position. If it gives none, the model gets the browser's reason. */
export async function findLocation({ exact }: GetLocationInput, geolocation: Geolocation, signal: AbortSignal): Promise<GetLocationOutput> {
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new PageToolError(messageOf('taken-back'))), { once: true })
    geolocation.getCurrentPosition(resolve, (error) => reject(new PageToolError(reasonOf(error))), {
      enableHighAccuracy: exact === true,
      timeout: LONGEST_MS,
      maximumAge: 60_000,
    })
  })
  const { latitude, longitude, accuracy } = position.coords
  if (exact === true) return { latitude, longitude, accuracy }
  return { latitude: rough(latitude), longitude: rough(longitude), accuracy: Math.max(accuracy, ROUGH_METRES) }
}

function rough(degrees: number): number {
  return Number(degrees.toFixed(ROUGH_DECIMALS))
}

function reasonOf({ code, PERMISSION_DENIED, TIMEOUT }: GeolocationPositionError): Message {
  if (code === PERMISSION_DENIED) return messageOf('location-refused')
  if (code === TIMEOUT) return messageOf('location-too-slow', { seconds: LONGEST_MS / 1000 })
  return messageOf('location-no-service')
}
