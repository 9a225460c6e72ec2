import type { Clock } from '../../shared/lib/clock'
import { stopTracks } from './microphone'
import captureWorkletUrl from './worklets/capture.worklet.ts?worker&url'
import { CAPTURE_PROCESSOR, CAPTURE_RATE, type CaptureCommand, type CaptureReport } from './worklets/messages'

const RESUME_MS = 300

/** The way from a microphone stream to frames: one context and one processor for all streams, one stream at a time. */
export interface CaptureLine {
  /** The stream now heard, or null. */
  readonly stream: MediaStream | null
  /** Resolves when a stream could be heard without delay, or after 300 ms. Throws if the browser gives no audio context. */
  prepare(): Promise<void>
  /** Hears this stream from now on; another one is let go of first. Throws as `prepare` does. */
  attach(stream: MediaStream): Promise<void>
  /** Stops every track. What the processor remembers stays until `send({type: 'reset'})`. `broken`: get a new context next time. */
  detach(broken: boolean): void
  send(command: CaptureCommand): void
  /** Sends all that is heard to a port (see `HeardFrame`), a new one for each processor; null: no longer. */
  listen(openPort: (() => MessagePort) | null): void
  /** Lets go of everything. */
  close(): void
}

interface Chain {
  readonly context: AudioContext
  readonly node: AudioWorkletNode
}

/** What the line tells, and where the sound itself goes. */
export interface CaptureLineParts {
  readonly clock: Clock
  /** Takes the other end of the channel on which a new processor gives out its frames. */
  readonly openLine: (port: MessagePort) => void
  readonly onReport: (report: CaptureReport) => void
  readonly onLost: () => void
  readonly onMuted: (muted: boolean) => void
}

/**
 * Makes the line and prepares its processor, so that a later `attach` costs no time. `onLost` is called when the attached
 * stream ends by itself or the processor fails, never after `detach`;
 * `onMuted` when the microphone is muted outside of Parley, and when one is open that is not.
 */
export function createCaptureLine({ clock, openLine, onReport, onLost, onMuted }: CaptureLineParts): CaptureLine {
  let preparing: Promise<Chain> | null = null
  let ready: Chain | null = null
  let attached: { readonly stream: MediaStream; readonly source: MediaStreamAudioSourceNode } | null = null

  let listener: (() => MessagePort) | null = null
  let toldMuted = false

  function lookMuted(stream: MediaStream): void {
    if (attached?.stream !== stream) return
    const muted = stream.getAudioTracks().some((track) => track.muted)
    if (muted === toldMuted) return
    toldMuted = muted
    onMuted(muted)
  }

  async function build(): Promise<Chain> {
    const context = new AudioContext({ sampleRate: CAPTURE_RATE, latencyHint: 'interactive' })
    await context.audioWorklet.addModule(captureWorkletUrl)
    const node = new AudioWorkletNode(context, CAPTURE_PROCESSOR, {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [1],
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    const { port1, port2 } = new MessageChannel()
    node.port.postMessage({ type: 'line', port: port1 } satisfies CaptureCommand, [port1])
    openLine(port2)
    node.port.onmessage = (event: MessageEvent<CaptureReport>) => onReport(event.data)
    node.onprocessorerror = () => {
      if (attached) onLost()
    }
    tellListener(node)
    return { context, node }
  }

  function tellListener(node: AudioWorkletNode): void {
    const port = listener?.() ?? null
    node.port.postMessage({ type: 'listen', port } satisfies CaptureCommand, port === null ? [] : [port])
  }

  /** The chain there is, or a new one if there is none or making it failed. */
  async function chain(): Promise<Chain> {
    preparing ??= build()
    const current = preparing
    try {
      const made = await current
      if (preparing === current) ready = made
      return made
    } catch (error) {
      if (preparing === current) preparing = null
      throw error
    }
  }

  async function drop(): Promise<void> {
    const before = preparing
    preparing = null
    ready = null
    if (!before) return
    const { context, node } = await before
    node.port.postMessage({ type: 'close' } satisfies CaptureCommand)
    await context.close()
  }

  function detach(broken: boolean): void {
    const before = attached
    attached = null
    if (before) {
      stopTracks(before.stream)
      before.source.disconnect()
      ready?.node.disconnect()
    }
    if (broken) void drop().catch(() => {})
  }

  // what fails now fails again at `attach`, where it is told
  void chain().catch(() => {})

  return {
    get stream() {
      return attached?.stream ?? null
    },
    async prepare() {
      const { context } = await chain()
      if (context.state === 'running') return
      await new Promise<void>((resolve) => {
        clock.after(RESUME_MS, resolve)
        context.resume().then(resolve, resolve)
      })
    },
    async attach(stream) {
      const { context, node } = await chain()
      detach(false)
      const source = context.createMediaStreamSource(stream)
      attached = { stream, source }
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => {
          if (attached?.stream === stream) onLost()
        })
        track.addEventListener('mute', () => lookMuted(stream))
        track.addEventListener('unmute', () => lookMuted(stream))
      }
      lookMuted(stream)
      source.connect(node)
      // the processor puts out silence; without a way to the destination it would not run
      node.connect(context.destination)
    },
    detach,
    listen(openPort) {
      listener = openPort
      if (ready) tellListener(ready.node)
    },
    send: (command) => ready?.node.port.postMessage(command),
    close() {
      detach(true)
    },
  }
}
