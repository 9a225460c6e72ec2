import type { Clock } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { createTrackCapture } from './track/track-capture'
import { createWorkletCapture } from './worklet-capture'
import type { CaptureCommand, CaptureReport } from './worklets/messages'

/** The way from a microphone stream to frames: one processor for all streams, one stream at a time. */
export interface CaptureChannel {
  /** The stream now heard, or null. */
  readonly stream: MediaStream | null
  /** Resolves when a stream could be heard without delay, or after 300 ms. Rejects if the browser gives no way to do so. */
  prepare(): Promise<void>
  /** Hears this stream from now on; another one is let go of first. Rejects as `prepare` does. */
  attach(stream: MediaStream): Promise<void>
  /** Stops every track. What the processor remembers stays until `send({type: 'reset'})`. `broken`: get a new processor next time. */
  detach(broken: boolean): void
  send(command: CaptureCommand): void
  /** Sends all that is heard to a port (see `MeasuredFrame`), a new one for each processor; null: no longer. */
  listen(openPort: (() => MessagePort) | null): void
  /** Lets go of everything. */
  close(): void
}

/** What the line tells, and where the sound itself goes. */
export interface CaptureChannelOptions {
  readonly clock: Clock
  /** Takes the other end of the channel on which a new processor gives out its frames. */
  readonly openLine: (port: MessagePort) => void
  readonly onReport: (report: CaptureReport) => void
  readonly onLost: () => void
  readonly onMuted: (muted: boolean) => void
  /** Asked at every opening: past the audio context from the first on, instead of only where there is none to be had. */
  readonly isDirect: () => boolean
}

/**
 * Makes the line: an audio context with a worklet, or the samples of the track itself where the first gives none or the
 * settings want it. What listens and what talks does not see which it is. `onLost` is called when the attached stream ends by itself or its processor
 * fails, never after `detach`; `onMuted` when the microphone is muted outside of Parley, and when one is open that is not.
 */
export function createCaptureChannel(parts: CaptureChannelOptions): CaptureChannel {
  /** Has this processor given anything since the stream was attached? */
  let heard = false
  /** The audio context gave nothing; until the track's own samples fail likewise, they are taken. */
  let contextFails = false
  let listener: (() => MessagePort) | null = null
  const lineParts = {
    ...parts,
    onReport(report: CaptureReport) {
      heard = true
      parts.onReport(report)
    },
    onMuted: onChange<boolean>(false, parts.onMuted),
  }
  const wantsTrack = (): boolean => parts.isDirect() || contextFails
  const make = (onTrack: boolean) => ({ onTrack, line: onTrack ? createTrackCapture(lineParts) : createWorkletCapture(lineParts) })
  let current = make(parts.isDirect())

  function change(onTrack: boolean): void {
    if (current.onTrack === onTrack) return
    current.line.close()
    current = make(onTrack)
    current.line.listen(listener)
  }

  /** Where one way can't be had the other is tried. */
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
