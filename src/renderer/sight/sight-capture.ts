import { frameEdge } from '../../shared/sight/frame-limits'
import type { SightKind } from '../../shared/sight/sight-source'
import type { MadeFrame, SightCommand, SightReport } from './sight-messages'
import { startSightWorker } from './start-sight-worker'

/** The browser's access to a track's pictures (Chromium), missing in the DOM library. */
type TrackProcessorMaker = new (settings: {
  readonly track: MediaStreamTrack
  readonly maxBufferSize: number
}) => { readonly readable: ReadableStream<VideoFrame> }

/** Listens to a capture. */
export interface SightCaptureListener {
  onFrame(frame: MadeFrame): void
  /** The source is gone: the window was closed, the camera unplugged, or the system ended it. */
  onGone(): void
}

/** A capture that runs. */
export interface SightCapture {
  /** A frame is needed now. */
  want(): void
  stop(): void
}

/** Pictures a second that the system is asked for: a fresh frame is then at most so old that the answer is about what is visible. */
const frameRate = 5

/** Captures the screen that main offers, or a camera. Rejects when the system or the user refuses. */
export async function startSightCapture(kind: SightKind, sourceId: string, listener: SightCaptureListener): Promise<SightCapture> {
  const stream = await (kind === 'camera' ? cameraStream(sourceId) : screenStream())
  const [track] = stream.getVideoTracks()
  if (track === undefined) throw new Error('the system gave no pictures')
  const worker = startSightWorker()
  const send = (command: SightCommand, transfer: Transferable[] = []): void => worker.postMessage(command, transfer)
  let isOver = false

  function stop(): void {
    if (isOver) return
    isOver = true
    for (const one of stream.getTracks()) one.stop()
    send({ type: 'close' })
  }
  function gone(): void {
    if (isOver) return
    stop()
    listener.onGone()
  }

  track.addEventListener('ended', gone)
  worker.onerror = gone
  worker.onmessage = ({ data }: MessageEvent<SightReport>) => {
    if (isOver) return
    if (data.type === 'frame') listener.onFrame(data.frame)
    else gone()
  }
  const Processor: TrackProcessorMaker = Reflect.get(globalThis, 'MediaStreamTrackProcessor')
  const { readable } = new Processor({ track, maxBufferSize: 1 })
  send({ type: 'watch', pictures: readable }, [readable])
  return { want: () => send({ type: 'want' }), stop }
}

function screenStream(): Promise<MediaStream> {
  // the capturer makes pictures smaller at a fraction of what a canvas takes for it
  const edge = { max: frameEdge }
  return navigator.mediaDevices.getDisplayMedia({ audio: false, video: { frameRate, width: edge, height: edge } })
}

function cameraStream(sourceId: string): Promise<MediaStream> {
  const device = sourceId === 'camera' ? {} : { deviceId: { exact: sourceId } }
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...device, frameRate, width: { ideal: 1280 } } })
}
