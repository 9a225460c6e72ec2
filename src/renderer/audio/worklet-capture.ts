import type { CaptureChannel, CaptureChannelOptions } from './capture-channel'
import { CAPTURE_REST_MS } from './capture-times'
import { type ContextRest, createContextRest } from './context-rest'
import { stopTracks } from './microphone'
import { watchStream } from './watch-stream'
import captureWorkletUrl from './worklets/capture.worklet.ts?worker&url'
import { CAPTURE_PROCESSOR, CAPTURE_RATE, type CaptureCommand, type CaptureReport } from './worklets/messages'

const RESUME_MS = 300

interface Chain {
  readonly context: AudioContext
  readonly node: AudioWorkletNode
  readonly rest: ContextRest
}

/** The context and its processor, made when they are first needed, and anew after they broke. */
interface CaptureChain {
  /** The chain there is, or a new one if there is none or making it failed. */
  get(): Promise<Chain>
  /** Null while it is being made. */
  current(): Chain | null
  /** A stream is attached, or about to be. True: the context rested until now. */
  need(needed: boolean): boolean
  /** Where the frames go, too. */
  listen(openPort: (() => MessagePort) | null): void
  drop(): Promise<void>
}

/** `onBroken`: the processor has failed. */
function createCaptureChain(
  { clock, openLine, onReport }: Pick<CaptureChannelOptions, 'clock' | 'openLine' | 'onReport'>,
  onBroken: () => void,
): CaptureChain {
  let preparing: Promise<Chain> | null = null
  let ready: Chain | null = null
  let listener: (() => MessagePort) | null = null
  let needed = false

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
    node.onprocessorerror = onBroken
    sendListener(node)
    const rest = createContextRest(context, clock, CAPTURE_REST_MS)
    rest.need(needed)
    return { context, node, rest }
  }

  function sendListener(node: AudioWorkletNode): void {
    const port = listener?.() ?? null
    node.port.postMessage({ type: 'listen', port } satisfies CaptureCommand, port === null ? [] : [port])
  }

  return {
    async get() {
      preparing ??= build()
      const current = preparing
      try {
        const chain = await current
        if (preparing === current) ready = chain
        return chain
      } catch (error) {
        if (preparing === current) preparing = null
        throw error
      }
    },
    current: () => ready,
    need(next) {
      needed = next
      return ready?.rest.need(next) ?? false
    },
    listen(openPort) {
      listener = openPort
      if (ready) sendListener(ready.node)
    },
    async drop() {
      const before = preparing
      preparing = null
      ready = null
      if (!before) return
      const { context, node, rest } = await before
      rest.stop()
      node.port.postMessage({ type: 'close' } satisfies CaptureCommand)
      await context.close()
    },
  }
}

/**
 * The way by an audio context at 16 kHz and a worklet; its processor is prepared at once, so that a later `attach` costs no
 * time. The context rests while no stream is or is about to be attached. See `CaptureChannel` for the promises.
 */
export function createWorkletCapture(options: CaptureChannelOptions): CaptureChannel {
  const { clock, onLost, onMuted } = options
  let attached: { readonly stream: MediaStream; readonly source: MediaStreamAudioSourceNode; readonly unwatch: () => void } | null = null
  const chain = createCaptureChain(options, () => {
    if (attached) onLost()
  })

  function detach(broken: boolean): void {
    const before = attached
    attached = null
    chain.need(false)
    if (before) {
      before.unwatch()
      stopTracks(before.stream)
      before.source.disconnect()
      chain.current()?.node.disconnect()
    }
    if (broken) void chain.drop().catch(() => {})
  }

  // what fails now fails again at `attach`, where it is reported
  void chain.get().catch(() => {})

  return {
    get stream() {
      return attached?.stream ?? null
    },
    async prepare() {
      const rested = chain.need(true)
      const { context } = await chain.get()
      // one that is being put to rest may still say that it runs
      if (context.state === 'running' && !rested) return
      await new Promise<void>((resolve) => {
        clock.after(RESUME_MS, resolve)
        context.resume().then(resolve, resolve)
      })
    },
    async attach(stream) {
      const { context, node } = await chain.get()
      detach(false)
      chain.need(true)
      const source = context.createMediaStreamSource(stream)
      const lose = (): void => {
        if (attached?.stream === stream) onLost()
      }
      attached = { stream, source, unwatch: watchStream(stream, lose, onMuted) }
      source.connect(node)
      // the processor outputs silence; it only runs if it is connected to the destination
      node.connect(context.destination)
    },
    detach,
    listen: chain.listen,
    send: (command) => chain.current()?.node.port.postMessage(command),
    close() {
      detach(true)
    },
  }
}
