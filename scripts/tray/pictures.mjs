import { figures } from './digits.mjs'
import { drawTray, looks } from './draw.mjs'

const counts = ['0', ...Object.keys(figures)]

/** All pictures of the tray: file name, edge in pixels, RGBA. */
export function trayPictures() {
  return counts.flatMap((count) => [
    ...[24, 48].map((size) => picture(`${count}${size === 48 ? '@2x' : ''}.png`, count, looks.tile, size)),
    // macOS makes a template of a picture with this name
    ...[22, 44].map((size) => picture(`${count}Template${size === 44 ? '@2x' : ''}.png`, count, looks.template, size)),
  ])
}

function picture(file, count, look, size) {
  return { file, size, pixels: drawTray(count, look, size) }
}
