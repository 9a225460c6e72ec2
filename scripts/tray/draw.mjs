import { figures } from './digits.mjs'
import { silhouettes } from './states.mjs'

/** Everything is drawn in a square of 24 units, and each pixel is sampled at this many places in both directions. */
const UNITS = 24
const SAMPLES = 8

/**
 * `tile`: in colour on a tile of its own, legible on any panel; `template`: black, of which macOS only uses the shape.
 */
export const looks = {
  tile: {
    tile: [0x1d, 0x23, 0x21, 255],
    speaks: [0xe8, 0xed, 0xeb, 255],
    listens: [0x4c, 0x9b, 0xe8, 255],
    badge: [0xf2, 0xb2, 0x3e, 255],
    figure: [0x1c, 0x15, 0x03, 255],
    states: {
      listening: { ground: [0x4c, 0x9b, 0xe8, 255], mark: [0x08, 0x13, 0x1d, 255] },
      thinking: { mark: [0xe8, 0xed, 0xeb, 255] },
      speaking: { mark: [0x5c, 0xcb, 0xb5, 255] },
      muted: { mark: [0x8e, 0x98, 0x94, 255] },
      offline: { mark: [0xe2, 0x64, 0x59, 255] },
    },
  },
  template: { tile: null, speaks: [0, 0, 0, 255], listens: [0, 0, 0, 140], badge: [0, 0, 0, 255], figure: null, states: {} },
}

const inDisc = (x, y, centerX, centerY, radius) => (x - centerX) ** 2 + (y - centerY) ** 2 <= radius ** 2

function inRoundedSquare(x, y, from, to, radius) {
  const near = (value) => Math.min(Math.max(value, from + radius), to - radius)
  return inDisc(x, y, near(x), near(y), radius)
}

function inFigure(x, y, rows) {
  const column = Math.floor(x - (17.5 - rows[0].length / 2))
  return rows[Math.floor(y - 14)]?.[column] === '#'
}

const onTile = (x, y, look) => (look.tile !== null && inRoundedSquare(x, y, 0.5, 23.5, 5) ? look.tile : null)

/** The colour of a state's icon at one place. */
function stateColourAt(x, y, state, look) {
  const colours = { mark: look.speaks, ...look.states[state] }
  // on a tile the silhouette needs a margin
  const scale = look.tile === null ? 1.1 : 0.86
  const found = silhouettes[state]((x - 12) / scale + 12, (y - 12) / scale + 12)
  if (found === 'mark') return colours.mark
  const tile = onTile(x, y, look)
  return tile !== null && colours.ground !== undefined ? colours.ground : tile
}

/** The colour at one place; null: transparent. */
function colourAt(x, y, picture, look) {
  if (silhouettes[picture] !== undefined) return stateColourAt(x, y, picture, look)
  const rows = figures[picture]
  if (rows !== undefined) {
    if (inDisc(x, y, 17.5, 17.5, 6.5)) return inFigure(x, y, rows) ? look.figure : look.badge
    // a gap separates the badge from the logo
    if (look.tile === null && inDisc(x, y, 17.5, 17.5, 7.7)) return null
  }
  const scale = look.tile === null ? 1.15 : 0.95
  const markX = (x - 12) / scale + 10
  const markY = (y - 12) / scale + 10
  if (markX <= 9.2 && inDisc(markX, markY, 9.2, 9.1, 7.6)) return look.speaks
  if (markX >= 10.8 && inDisc(markX, markY, 10.8, 10.9, 7.6)) return look.listens
  return onTile(x, y, look)
}

/** RGBA of a square icon: a state of Parley, or the logo with a badge for 1 to 9 or `more`; `idle`: only the logo. */
export function drawTray(picture, look, size) {
  const pixels = new Uint8Array(size * size * 4)
  const step = UNITS / size / SAMPLES
  for (let at = 0; at < size * size; at += 1) {
    const sum = [0, 0, 0, 0]
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
      const x = ((at % size) * SAMPLES + (sample % SAMPLES) + 0.5) * step
      const y = (Math.floor(at / size) * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step
      const colour = colourAt(x, y, picture, look)
      if (colour === null) continue
      for (let channel = 0; channel < 3; channel += 1) sum[channel] += colour[channel] * colour[3]
      sum[3] += colour[3]
    }
    for (let channel = 0; channel < 3; channel += 1) pixels[at * 4 + channel] = sum[3] === 0 ? 0 : Math.round(sum[channel] / sum[3])
    pixels[at * 4 + 3] = Math.round(sum[3] / (SAMPLES * SAMPLES))
  }
  return pixels
}
