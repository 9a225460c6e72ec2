/** Distance of a point from the line between two others. */
function fromLine(x, y, [fromX, fromY], [toX, toY]) {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const part = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2)))
  return Math.hypot(x - fromX - part * alongX, y - fromY - part * alongY)
}

const onStroke = (x, y, points, width) => points.some((point, index) => index > 0 && fromLine(x, y, points[index - 1], point) <= width / 2)

/** Whether a point lies inside a polygon. */
function inShape(x, y, corners) {
  let inside = false
  for (const [index, [cornerX, cornerY]] of corners.entries()) {
    const [lastX, lastY] = corners.at(index - 1)
    if (cornerY > y !== lastY > y && x < ((lastX - cornerX) * (y - cornerY)) / (lastY - cornerY) + cornerX) inside = !inside
  }
  return inside
}

const bars = [
  [4.6, 1.6],
  [8.3, 4.2],
  [12, 7],
  [15.7, 4.2],
  [19.4, 1.6],
]
const waveStep = 0.41
const wave = Array.from({ length: 41 }, (_, index) => {
  const height = 5.4 * Math.sin((index / 40) * 4 * Math.PI) * Math.sin((index / 40) * Math.PI)
  return [3.8 + index * waveStep, 12 - height]
})
/** The part of the wave that can be near a point. */
function waveNear(x) {
  const at = Math.floor((x - 3.8) / waveStep)
  return wave.slice(Math.max(0, at - 4), Math.max(0, at + 6))
}
const dots = [6, 12, 18]
const speaker = [
  [4.5, 9.4],
  [8, 9.4],
  [12.8, 5.2],
  [12.8, 18.8],
  [8, 14.6],
  [4.5, 14.6],
]
const triangle = [
  [12, 4.6],
  [20.6, 19.2],
  [3.4, 19.2],
]
const slash = [
  [4.6, 4.6],
  [19.4, 19.4],
]

/**
 * The silhouettes of Parley's states, in a square of 24 units: for each point of each, `mark` or `cut`; null: empty.
 */
export const silhouettes = {
  listening: (x, y) => (bars.some(([at, reach]) => fromLine(x, y, [at, 12 - reach], [at, 12 + reach]) <= 1.15) ? 'mark' : null),
  thinking: (x, y) => (dots.some((at) => Math.hypot(x - at, y - 12) <= 2.1) ? 'mark' : null),
  speaking: (x, y) => (onStroke(x, y, waveNear(x), 2.5) ? 'mark' : null),
  muted(x, y) {
    if (onStroke(x, y, slash, 2)) return 'mark'
    if (onStroke(x, y, slash, 4.4)) return null
    const sound = Math.abs(Math.hypot(x - 12.8, y - 12) - 5.2) <= 0.95 && x > 14.6
    return inShape(x, y, speaker) || sound ? 'mark' : null
  },
  offline(x, y) {
    if (!inShape(x, y, triangle) && !onStroke(x, y, [...triangle, triangle[0]], 1.6)) return null
    return fromLine(x, y, [12, 10], [12, 14.2]) <= 1 || Math.hypot(x - 12, y - 17) <= 1.1 ? 'cut' : 'mark'
  },
}
