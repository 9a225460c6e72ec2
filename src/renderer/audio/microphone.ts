import type { Clock } from '../../shared/lib/clock'

/** Which microphone, and the browser's processing of its sound. Field names are those of the settings. */
export interface CaptureConstraints {
  /** A device id from `listMicrophones`; empty for the system's default. */
  readonly microphoneId: string
  readonly echoCancellation: boolean
  readonly noiseSuppression: boolean
  readonly autoGainControl: boolean
  /** Keep the microphone open between talks, so that the half second before the key press is recorded too. */
  readonly warmMicrophone: boolean
  /** Take the microphone's own samples, without an audio context. */
  readonly directCapture: boolean
}

/** Why there is no sound: no device, no permission, a device used by another program, anything else. */
export interface CaptureFailure {
  readonly reason: 'missing' | 'refused' | 'busy' | 'unknown'
  /** The browser's own message, for the details. */
  readonly detail: string
}

/** The part of `navigator.mediaDevices` that capture uses. */
export type MicrophoneSource = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

/** An open microphone, or why not. `usedDefault`: the chosen device is gone and the default was opened instead. */
export type MicrophoneResult =
  | { readonly ok: true; readonly stream: MediaStream; readonly usedDefault: boolean }
  | { readonly ok: false; readonly error: CaptureFailure }

const BUSY_TRIES = 3
const BUSY_PAUSE_MS = 150
/**
 * A device that takes longer than this to report that it is busy is not tried again: a sound server may take ten
 * seconds for a refusal.
 */
const BUSY_TIMEOUT_MS = 2000

/**
 * Opens the microphone and never throws. A chosen device that is gone is replaced by the default, once; a busy device is
 * tried three times, unless it took long to report it.
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
      if (failure.reason !== 'busy' || attempt >= BUSY_TRIES || clock.now() - askedAt > BUSY_TIMEOUT_MS)
        return { ok: false, error: failure }
      attempt += 1
      await new Promise<void>((resolve) => clock.after(BUSY_PAUSE_MS, resolve))
    }
  }
}

/** Equal for constraints that don't require an open microphone to be reopened. */
export function openingKey(constraints: CaptureConstraints): string {
  const { microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture } = constraints
  return JSON.stringify([microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture])
}

/** Releases the device. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Classifies the errors of `getUserMedia` (names of the Media Capture and Streams specification). */
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

/** The available microphones; labels are empty until the microphone was allowed once. Empty if there is none. */
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
