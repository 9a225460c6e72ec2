import { figures } from './digits.mjs'
import { drawTray, looks } from './draw.mjs'
import { silhouettes } from './states.mjs'

const pictures = ['idle', ...Object.keys(figures), ...Object.keys(silhouettes)]

/** All tray icons: file name, size in pixels, RGBA. */
export function trayPictures() {
  return pictures.flatMap((name) => [
    ...[24, 48].map((size) => picture(`${name}${size === 48 ? '@2x' : ''}.png`, name, looks.tile, size)),
    // macOS makes a template of an image with this name
    ...[22, 44].map((size) => picture(`${name}Template${size === 44 ? '@2x' : ''}.png`, name, looks.template, size)),
  ])
}

function picture(file, name, look, size) {
  return { file, size, pixels: drawTray(name, look, size) }
}
