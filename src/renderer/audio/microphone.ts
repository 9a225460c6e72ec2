import type { Clock } from '../../shared/lib/clock'

/** Which microphone, and what the browser does to its sound. Field names are those of the settings. */
export interface CaptureConstraints {
  /** A device id from `listMicrophones`; empty for the system's default. */
  readonly microphoneId: string
  readonly echoCancellation: boolean
  readonly noiseSuppression: boolean
  readonly autoGainControl: boolean
  /** Keep the microphone open between talks, so that the half second before the key is there too. */
  readonly warmMicrophone: boolean
  /** Take the microphone's own samples, without an audio context between. */
  readonly directCapture: boolean
}

/** Why there is no sound: no device, no permission, a device that another program holds, anything else. */
export interface CaptureFailure {
  readonly reason: 'missing' | 'refused' | 'busy' | 'unknown'
  /** The browser's own words, for the details. */
  readonly detail: string
}

/** The part of `navigator.mediaDevices` that capture uses. */
export type MicrophoneSource = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

/** An open microphone, or why not. `usedDefault`: the chosen device is gone and the default took its place. */
export type MicrophoneResult =
  | { readonly ok: true; readonly stream: MediaStream; readonly usedDefault: boolean }
  | { readonly ok: false; readonly error: CaptureFailure }

const BUSY_TRIES = 3
const BUSY_PAUSE_MS = 150
/** What takes longer than this to say that it is busy is not asked again: a sound server that refuses may take ten seconds for it. */
const BUSY_PATIENCE_MS = 2000

/**
 * Opens the microphone and never throws. A chosen device that is gone is replaced by the default, once; a busy device is
 * tried three times, unless it took long to say so.
 */
export async function openMicrophone(source: MicrophoneSource, constraints: CaptureConstraints, clock: Clock): Promise<MicrophoneResult> {
  let microphoneId = constraints.microphoneId
  for (let attempt = 1; ; ) {
    const askedAt = clock.now()
    try {
      const stream = await source.getUserMedia({ audio: trackConstraints(constraints, microphoneId) })
      return { ok: true, stream, usedDefault: microphoneId !== constraints.microphoneId }
    } catch (error) {
      if (nameOf(error) === 'OverconstrainedError' && microphoneId !== '') {
        microphoneId = ''
        continue
      }
      const failure = describeFailure(error)
      if (failure.reason !== 'busy' || attempt >= BUSY_TRIES || clock.now() - askedAt > BUSY_PATIENCE_MS)
        return { ok: false, error: failure }
      attempt += 1
      await new Promise<void>((resolve) => clock.after(BUSY_PAUSE_MS, resolve))
    }
  }
}

/** Equal for constraints under which an open microphone need not be opened anew. */
export function openingKey(constraints: CaptureConstraints): string {
  const { microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture } = constraints
  return JSON.stringify([microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture])
}

/** Lets go of the device. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Sorts what `getUserMedia` throws (names of the Media Capture and Streams specification). */
export function describeFailure(error: unknown): CaptureFailure {
  const name = nameOf(error)
  const text = error instanceof Error && error.message !== '' ? `${name}: ${error.message}` : name
  const detail = text.slice(0, 1000)
  switch (name) {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { reason: 'missing', detail }
    case 'NotAllowedError':
    case 'SecurityError':
      return { reason: 'refused', detail }
    case 'NotReadableError':
    case 'AbortError':
      return { reason: 'busy', detail }
    default:
      return { reason: 'unknown', detail }
  }
}

/** The microphones to choose from; labels are empty until the microphone was allowed once. Empty when there is none. */
export async function listMicrophones(
  source: Pick<MediaDevices, 'enumerateDevices'> = navigator.mediaDevices,
): Promise<readonly { readonly microphoneId: string; readonly label: string }[]> {
  try {
    const devices = await source.enumerateDevices()
    return devices
      .filter((device) => device.kind === 'audioinput' && device.deviceId !== '' && device.deviceId !== 'default')
      .map((device) => ({ microphoneId: device.deviceId, label: device.label }))
  } catch {
    return []
  }
}

function trackConstraints(constraints: CaptureConstraints, microphoneId: string): MediaTrackConstraints {
  return {
    channelCount: 1,
    echoCancellation: constraints.echoCancellation,
    noiseSuppression: constraints.noiseSuppression,
    autoGainControl: constraints.autoGainControl,
    ...(microphoneId === '' ? {} : { deviceId: { exact: microphoneId } }),
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
