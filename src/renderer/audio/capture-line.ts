import captureWorkletUrl from './worklets/capture.worklet.ts?worker&url'
import { CAPTURE_PROCESSOR, type CaptureCommand, type CaptureReport } from './worklets/messages'

/** The way from an open microphone stream to frames. */
export interface CaptureLine {
  readonly stream: MediaStream
  send(command: CaptureCommand): void
  /** Stops every track and the processor; nothing is reported any more. Doing it twice is fine. */
  close(): void
}

/**
 * Joins a stream to a new capture processor in `context`. `onLost` is called once if the microphone goes away (track
 * ended), not when the line is closed from here.
 */
export async function openCaptureLine(
  context: AudioContext,
  stream: MediaStream,
  onReport: (report: CaptureReport) => void,
  onLost: () => void,
): Promise<CaptureLine> {
  await loadWorklet(context)
  const node = new AudioWorkletNode(context, CAPTURE_PROCESSOR, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  const source = context.createMediaStreamSource(stream)
  let open = true
  const lost = () => {
    if (open) onLost()
  }
  for (const track of stream.getTracks()) track.addEventListener('ended', lost, { once: true })
  node.onprocessorerror = lost
  node.port.onmessage = (event: MessageEvent<CaptureReport>) => {
    if (open) onReport(event.data)
  }
  source.connect(node)
  // the processor puts out silence; without a way to the destination Chromium would not run it
  node.connect(context.destination)
  return {
    stream,
    send: (command) => node.port.postMessage(command),
    close() {
      if (!open) return
      open = false
      for (const track of stream.getTracks()) track.stop()
      node.port.postMessage({ type: 'close' } satisfies CaptureCommand)
      source.disconnect()
      node.disconnect()
    },
  }
}

const loaded = new WeakMap<BaseAudioContext, Promise<void>>()

function loadWorklet(context: BaseAudioContext): Promise<void> {
  const known = loaded.get(context)
  if (known) return known
  const loading = context.audioWorklet.addModule(captureWorkletUrl)
  loaded.set(context, loading)
  loading.catch(() => loaded.delete(context))
  return loading
}
