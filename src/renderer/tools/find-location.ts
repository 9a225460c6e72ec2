import { type Message, messageOf } from '../../shared/messages/message'
import type { GetLocationInput, GetLocationOutput } from '../../shared/tools/get-location'
import { PageToolError } from './page-tool'

/** A fix is looked for so long, in ms: less than the tool's own time, so that the reason can still be told. */
const LONGEST_MS = 20_000
/** The rounding of a rough place: two decimals are 1.1 km of latitude, so it is known to about 800 m. */
const ROUGH_DECIMALS = 2
const ROUGH_METRES = 800

/** Asks the browser where it is. What it does not tell is told to the model as such, with the browser's reason. */
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
