import type { CaptureChannel, CaptureChannelOptions } from '../capture-channel'
import { stopTracks } from '../microphone'
import { watchStream } from '../watch-stream'
import { startTrackWorker } from './start-track-worker'
import type { TrackCommand, TrackReport } from './track-messages'

/** Pieces of 10 ms that are queued for a worker that is busy or still starting: two seconds. */
const WAITING_PIECES = 200

/** The browser's access to a track's samples (Chromium), missing in the DOM library. */
type TrackProcessorMaker = new (settings: {
  readonly track: MediaStreamTrack
  readonly maxBufferSize: number
}) => { readonly readable: ReadableStream<AudioData> }

/**
 * Capture without an audio context: a worker gets the track's own samples and converts them to 16 kHz. They are exactly
 * those of the device, whatever its clock does; see `CaptureChannel` for the promises.
 */
export function createTrackCapture({ openLine, onReport, onLost, onMuted }: Omit<CaptureChannelOptions, 'clock'>): CaptureChannel {
  let worker: Worker | null = null
  let attached: { readonly stream: MediaStream; readonly unwatch: () => void } | null = null
  let listener: (() => MessagePort) | null = null

  const send = (command: TrackCommand, transfer: Transferable[] = []): void => worker?.postMessage(command, transfer)
  const lose = (): void => {
    if (attached) onLost()
  }

  function start(): void {
    if (worker !== null) return
    worker = startTrackWorker()
    worker.onmessage = ({ data }: MessageEvent<TrackReport>) => (data.type === 'lost' ? lose() : onReport(data))
    worker.onerror = () => {
      drop()
      lose()
    }
    const { port1, port2 } = new MessageChannel()
    send({ type: 'line', port: port1 }, [port1])
    openLine(port2)
    notifyListener()
  }

  function notifyListener(): void {
    const port = worker === null ? null : (listener?.() ?? null)
    send({ type: 'listen', port }, port === null ? [] : [port])
  }

  function drop(): void {
    send({ type: 'close' })
    worker = null
  }

  function detach(broken: boolean): void {
    const before = attached
    attached = null
    before?.unwatch()
    if (before) stopTracks(before.stream)
    send({ type: 'hear', sound: null })
    if (broken) drop()
  }

  return {
    get stream() {
      return attached?.stream ?? null
    },
    async prepare() {
      start()
    },
    async attach(stream) {
      start()
      detach(false)
      const [track] = stream.getAudioTracks()
      const makeProcessor: TrackProcessorMaker | undefined = Reflect.get(globalThis, 'MediaStreamTrackProcessor')
      if (track === undefined || makeProcessor === undefined) throw new Error('this browser does not give the sound of a track')
      const { readable } = new makeProcessor({ track, maxBufferSize: WAITING_PIECES })
      send({ type: 'hear', sound: readable }, [readable])
      attached = { stream, unwatch: watchStream(stream, lose, onMuted) }
    },
    detach,
    listen(openPort) {
      listener = openPort
      notifyListener()
    },
    send,
    close: () => detach(true),
  }
}
