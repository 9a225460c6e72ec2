import type { Clock } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { createTrackCapture } from './track/track-capture'
import { createWorkletCapture } from './worklet-capture'
import type { CaptureCommand, CaptureReport } from './worklets/messages'

/** Turns a microphone stream into frames: one processor for all streams, one stream at a time. */
export interface CaptureChannel {
  /** The attached stream, or null. */
  readonly stream: MediaStream | null
  /**
   * Resolves when a stream could be attached without delay, or after 300 ms. Rejects if the browser does not support
   * any processor.
   */
  prepare(): Promise<void>
  /** Attaches this stream; a previous one is released first. Rejects as `prepare` does. */
  attach(stream: MediaStream): Promise<void>
  /**
   * Stops every track. The processor's buffer stays until `send({type: 'reset'})`. `broken`: use a new processor next
   * time.
   */
  detach(broken: boolean): void
  send(command: CaptureCommand): void
  /** Sends all captured sound to a port (see `MeasuredFrame`), a new one for each processor; null: stops that. */
  listen(openPort: (() => MessagePort) | null): void
  /** Releases everything. */
  close(): void
}

/** Callbacks of the channel, and the destination of its sound. */
export interface CaptureChannelOptions {
  readonly clock: Clock
  /** Takes the other end of the port on which a new processor sends its frames. */
  readonly openLine: (port: MessagePort) => void
  readonly onReport: (report: CaptureReport) => void
  readonly onLost: () => void
  readonly onMuted: (muted: boolean) => void
  /** Called at every opening: true bypasses the audio context from the start, instead of only when none works. */
  readonly isDirect: () => boolean
}

/**
 * Creates the channel: an audio context with a worklet, or the track's own samples if the context delivers none or the settings ask for it.
 * Its users don't see the difference. `onLost` is called when the attached stream ends by itself or its processor fails, never after
 * `detach`; `onMuted` when the microphone is muted outside of Parley, and when an unmuted one opens.
 */
export function createCaptureChannel(options: CaptureChannelOptions): CaptureChannel {
  /** Whether this processor has delivered sound since the stream was attached. */
  let heard = false
  /** The audio context delivered no sound; the track's own samples are used until they fail likewise. */
  let contextFails = false
  let listener: (() => MessagePort) | null = null
  const lineParts = {
    ...options,
    onReport(report: CaptureReport) {
      heard = true
      options.onReport(report)
    },
    onMuted: onChange<boolean>(false, options.onMuted),
  }
  const wantsTrack = (): boolean => options.isDirect() || contextFails
  const make = (onTrack: boolean) => ({ onTrack, line: onTrack ? createTrackCapture(lineParts) : createWorkletCapture(lineParts) })
  let current = make(options.isDirect())

  function change(onTrack: boolean): void {
    if (current.onTrack === onTrack) return
    current.line.close()
    current = make(onTrack)
    current.line.listen(listener)
  }

  /** If one way fails, the other is tried. */
  async function either(attempt: (line: CaptureChannel) => Promise<void>): Promise<void> {
    const { onTrack, line } = current
    try {
      await attempt(line)
    } catch (error) {
      if (current.line !== line) throw error
      contextFails = !onTrack
      change(!onTrack)
      await current.line.prepare()
      await attempt(current.line).catch(() => Promise.reject(error))
    }
  }

  return {
    get stream() {
      return current.line.stream
    },
    prepare() {
      if (current.line.stream === null) change(wantsTrack())
      return either((line) => line.prepare())
    },
    attach(stream) {
      heard = false
      return either((line) => line.attach(stream))
    },
    detach(broken) {
      const gaveNothing = broken && !heard && current.line.stream !== null
      current.line.detach(broken)
      if (gaveNothing) contextFails = !current.onTrack
    },
    listen(openPort) {
      listener = openPort
      current.line.listen(openPort)
    },
    send: (command) => current.line.send(command),
    close: () => current.line.close(),
  }
}
