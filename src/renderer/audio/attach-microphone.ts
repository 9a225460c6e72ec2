import type { Clock } from '../../shared/lib/clock'
import type { CaptureChannel } from './capture-channel'
import {
  type CaptureConstraints,
  type CaptureFailure,
  describeFailure,
  type MicrophoneSource,
  openMicrophone,
  stopTracks,
} from './microphone'

/** Dependencies of an opening. */
export interface AttachOptions {
  readonly devices: MicrophoneSource | undefined
  readonly line: CaptureChannel
  readonly constraints: CaptureConstraints
  readonly clock: Clock
  /** False as soon as the stream is no longer wanted. */
  readonly isWanted: () => boolean
  /** The chosen microphone is gone; the default one was opened instead. */
  readonly onDefaultUsed: () => void
}

/**
 * Opens a microphone and attaches it to the channel. Null when it is attached or no longer wanted: a stream that
 * arrives then is stopped first. Never rejects.
 */
export async function attachMicrophone(options: AttachOptions): Promise<CaptureFailure | null> {
  const { devices, line, isWanted } = options
  if (!devices) return { reason: 'unknown', detail: 'this page has no access to media devices' }
  // sound before the channel is ready would be lost, and resuming the channel takes as long as opening the microphone
  const preparing = line.prepare().then(() => null, describeFailure)
  const opened = await openMicrophone(devices, options.constraints, options.clock)
  const unheard = await preparing
  if (unheard !== null) {
    if (opened.ok) stopTracks(opened.stream)
    return unheard
  }
  if (!opened.ok) return opened.error
  try {
    if (isWanted()) await line.attach(opened.stream)
  } catch (error) {
    stopTracks(opened.stream)
    return describeFailure(error)
  }
  if (isWanted()) {
    if (opened.usedDefault) options.onDefaultUsed()
    return null
  }
  if (line.stream === opened.stream) line.detach(false)
  stopTracks(opened.stream)
  return null
}
