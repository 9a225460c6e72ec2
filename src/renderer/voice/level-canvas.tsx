import { useEffect, useRef } from 'react'
import { type LevelReading, subscribeLevels } from '../audio/levels'
import { isCalm } from '../ui/is-calm'
import styles from './level-canvas.module.css'

const BAR = 3
const GAP = 2
const FRAME_MS = 1000 / 30
const CALM_MS = 250

interface LevelCanvasProps {
  readonly source: LevelReading['source']
  readonly look: 'listen' | 'quiet' | 'speak'
}

/**
 * Draws the microphone's or loudspeaker's level, newest on the right: bars for the microphone, a wave for the
 * loudspeaker. It draws only after a reading, at most 30 times a second; with reduced motion it is one bar that changes
 * four times a second.
 */
export function LevelCanvas({ source, look }: LevelCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (canvas === null || context === null || context === undefined) return
    const calm = isCalm()
    const history: number[] = []
    let waveform: Float32Array = new Float32Array(0)
    let drawnAt = Number.NEGATIVE_INFINITY
    let request: number | null = null

    const draw = (time: number) => {
      request = null
      if (time - drawnAt < (calm ? CALM_MS : FRAME_MS) - 1) {
        request = requestAnimationFrame(draw)
        return
      }
      drawnAt = time
      const scale = window.devicePixelRatio
      const { clientWidth: width, clientHeight: height } = canvas
      if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
      if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.clearRect(0, 0, width, height)
      context.strokeStyle = getComputedStyle(canvas).color
      context.lineCap = 'round'
      if (calm) drawOneBar(context, width, height, history.at(-1) ?? 0)
      else if (source === 'microphone') drawBars(context, width, height, history)
      else drawWave(context, width, height, history, waveform)
    }

    const stop = subscribeLevels((reading) => {
      if (reading.source !== source) return
      history.push(shownHeight(source === 'speaker' ? reading.peak : reading.rms * 2))
      waveform = reading.waveform
      if (history.length > 120) history.shift()
      request ??= requestAnimationFrame(draw)
    })
    return () => {
      stop()
      if (request !== null) cancelAnimationFrame(request)
    }
  }, [source])

  return (
    <span className={styles.frame} aria-hidden="true">
      <canvas ref={ref} className={`${styles.canvas} ${styles[look]}`} />
    </span>
  )
}

/** Speech is mostly below a fifth of full scale: a square root expands that range. 0 stays 0. */
function shownHeight(level: number): number {
  return Math.min(1, Math.sqrt(Math.max(0, level)) * 1.25)
}

function drawOneBar(context: CanvasRenderingContext2D, width: number, height: number, level: number): void {
  context.lineWidth = BAR
  const half = Math.max(1, (level * (height - BAR)) / 2)
  line(context, width - BAR, height / 2 - half, height / 2 + half)
}

function drawBars(context: CanvasRenderingContext2D, width: number, height: number, history: readonly number[]): void {
  context.lineWidth = 2.4
  const count = Math.floor(width / (BAR + GAP))
  const shown = history.slice(-count)
  for (const [index, level] of shown.entries()) {
    const age = (shown.length - index) / count
    context.globalAlpha = 1 - 0.72 * age
    const half = Math.max(0.6, (level * (height - 4)) / 2)
    line(context, width - (shown.length - index) * (BAR + GAP) + BAR / 2, height / 2 - half, height / 2 + half)
  }
  context.globalAlpha = 1
}

/**
 * The waveform of the last samples in front, the loudness of the last seconds as a fainter line behind. Flat when
 * silent.
 */
function drawWave(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  history: readonly number[],
  waveform: Float32Array,
): void {
  const middle = height / 2
  const reach = (height - 6) / 2
  context.globalAlpha = 0.4
  context.lineWidth = 1.5
  const past = history.slice(-24)
  smoothLine(context, width, past, (level, index) => middle - (index % 2 === 0 ? 1 : -1) * level * reach * 0.55)
  context.globalAlpha = 1
  context.lineWidth = 2
  const loudest = history.at(-1) ?? 0
  const peak = waveform.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const points = Array.from({ length: 17 }, (_, index) => waveform[Math.round((index / 16) * (waveform.length - 1))] ?? 0)
  smoothLine(context, width, points, (sample, index) => {
    const fade = Math.sin((Math.PI * index) / 16)
    return middle - (peak === 0 ? 0 : (sample / peak) * loudest * fade) * reach
  })
}

function smoothLine(
  context: CanvasRenderingContext2D,
  width: number,
  values: readonly number[],
  place: (value: number, index: number) => number,
): void {
  context.beginPath()
  let before = { x: 1, y: place(values[0] ?? 0, 0) }
  context.moveTo(before.x, before.y)
  for (const [index, value] of values.entries()) {
    const next = { x: 1 + (index / Math.max(1, values.length - 1)) * (width - 2), y: place(value, index) }
    const centre = (before.x + next.x) / 2
    context.bezierCurveTo(centre, before.y, centre, next.y, next.x, next.y)
    before = next
  }
  context.stroke()
}

function line(context: CanvasRenderingContext2D, x: number, top: number, bottom: number): void {
  context.beginPath()
  context.moveTo(x, top)
  context.lineTo(x, bottom)
  context.stroke()
}
