import { assertNever } from '../../shared/lib/assert-never'
import type { Mark, Tone } from './chart-marks'

/** Colours of the tones, by the names of the page's custom properties. */
const COLOURS: Readonly<Record<Tone, string>> = {
  grid: '--line',
  axis: '--line-strong',
  mark: '--listen-fill',
  quiet: '--quiet-bar',
  label: '--text-3',
  strong: '--text',
}

/** Pixels of the image for each pixel of the page. */
const SHARPNESS = 2

/** A chart as an image in the page's colours; null if the browser can't draw it. */
export async function paintChart(
  marks: readonly Mark[],
  { title, width, height, letter }: { readonly title: string; readonly width: number; readonly height: number; readonly letter: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = document.createElement('canvas')
  const above = letter * 3
  canvas.width = Math.round(width * SHARPNESS)
  canvas.height = Math.round((height + above) * SHARPNESS)
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const colour = readColours()
  const font = getComputedStyle(document.body).fontFamily
  pen.scale(SHARPNESS, SHARPNESS)
  pen.fillStyle = colour('--bg')
  pen.fillRect(0, 0, width, height + above)
  pen.fillStyle = colour('--text')
  pen.font = `600 ${letter * 1.15}px ${font}`
  pen.fillText(title, letter, letter * 1.9, width - 2 * letter)
  pen.translate(0, above)
  for (const mark of marks) {
    const tone = colour(COLOURS[mark.tone])
    pen.fillStyle = tone
    pen.strokeStyle = tone
    switch (mark.kind) {
      case 'line':
        pen.lineWidth = mark.width
        pen.beginPath()
        for (const [index, [x, y]] of mark.points.entries()) index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)
        pen.stroke()
        break
      case 'bar':
        pen.fillRect(mark.x, mark.y, mark.width, mark.height)
        break
      case 'dot':
        pen.beginPath()
        pen.arc(mark.x, mark.y, mark.radius, 0, 2 * Math.PI)
        pen.fill()
        break
      case 'text':
        pen.font = `${mark.tone === 'strong' ? 600 : 400} ${letter}px ${font}`
        pen.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
        pen.fillText(mark.text, mark.x, mark.y)
        break
      default:
        assertNever(mark, 'mark')
    }
  }
  const picture = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'))
  return picture === null ? null : new Uint8Array(await picture.arrayBuffer())
}

/** Colours of the current theme: the page resolves their names, because a canvas can't. */
function readColours(): (name: string) => string {
  const probe = document.body.appendChild(document.createElement('span'))
  const known = new Map<string, string>()
  for (const name of [...Object.values(COLOURS), '--bg']) {
    probe.style.color = `var(${name})`
    known.set(name, getComputedStyle(probe).color)
  }
  probe.remove()
  return (name) => known.get(name) ?? '#808080'
}
