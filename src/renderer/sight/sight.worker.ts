import { newFrameGate, stepFrameGate } from '../../shared/sight/frame-gate'
import { frameEdge } from '../../shared/sight/frame-limits'
import { isFlat, lumaGrid } from '../../shared/sight/luma-grid'
import type { SightCommand, SightReport } from './sight-messages'

/** How often the picture is looked at, in ms. */
const lookMs = 250
/** The size of the picture that is looked at, in pixels. */
const lookWidth = 128
const lookHeight = 128
const quality = 0.72

const canvas = new OffscreenCanvas(1, 1)
const small = new OffscreenCanvas(lookWidth, lookHeight)
const context = canvas.getContext('2d', { alpha: false })
const smallContext = small.getContext('2d', { alpha: false, willReadFrequently: true })

let gate = newFrameGate
/** The newest picture: a screen that does not change gives no new one. */
let newest: VideoFrame | null = null
let pictures: ReadableStreamDefaultReader<VideoFrame> | null = null
let wanted = false
let making = false

const report = (message: SightReport, transfer: Transferable[] = []): void => self.postMessage(message, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<SightCommand>) => {
  if (data.type === 'watch') {
    void pictures?.cancel().catch(() => {})
    pictures = data.pictures.getReader()
    gate = newFrameGate
    void read(pictures)
  } else if (data.type === 'want') {
    wanted = true
    void look()
  } else {
    void pictures?.cancel().catch(() => {})
    replace(null)
    self.close()
  }
})

setInterval(() => void look(), lookMs)

/** Keeps the newest picture until the stream ends. */
async function read(reader: ReadableStreamDefaultReader<VideoFrame>): Promise<void> {
  for (;;) {
    const { value, done } = await reader.read()
    if (reader !== pictures) {
      value?.close()
      return
    }
    if (done) break
    const isFirst = newest === null
    replace(value)
    if (isFirst || wanted) void look()
  }
  replace(null)
  report({ type: 'ended' })
}

function replace(next: VideoFrame | null): void {
  newest?.close()
  newest = next
}

/** Makes a frame of the newest picture if the gate lets it through. */
async function look(): Promise<void> {
  if (making || newest === null || context === null || smallContext === null) return
  const startedAt = performance.now()
  smallContext.imageSmoothingQuality = 'high'
  smallContext.drawImage(newest, 0, 0, lookWidth, lookHeight)
  const grid = lumaGrid(smallContext.getImageData(0, 0, lookWidth, lookHeight).data, lookWidth, lookHeight)
  const step = stepFrameGate(gate, grid, Date.now(), wanted)
  gate = step.gate
  if (step.reason === null) return
  wanted = false
  making = true
  try {
    draw(context, newest)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    const jpeg = new Uint8Array(await blob.arrayBuffer())
    const frame = { jpeg, reason: step.reason, flat: isFlat(grid), ageMs: Math.round(performance.now() - startedAt) }
    report({ type: 'frame', frame }, [jpeg.buffer])
  } finally {
    making = false
  }
  // it was asked for while this one was made
  if (wanted) void look()
}

/** Draws the picture at its size, or smaller. */
function draw(into: OffscreenCanvasRenderingContext2D, picture: VideoFrame): void {
  const { displayWidth, displayHeight } = picture
  const scale = Math.min(1, frameEdge / Math.max(displayWidth, displayHeight))
  canvas.width = Math.max(1, Math.round(displayWidth * scale))
  canvas.height = Math.max(1, Math.round(displayHeight * scale))
  into.imageSmoothingQuality = 'high'
  into.drawImage(picture, 0, 0, canvas.width, canvas.height)
}
