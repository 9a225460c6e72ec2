// Makes the tray icons in resources/tray: the logo with the number of open approvals, and one for each of Parley's
// states.
import { mkdirSync, writeFileSync } from 'node:fs'
import { writePng } from './png.mjs'
import { trayPictures } from './tray/pictures.mjs'

const folder = new URL('../resources/tray/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const { file, size, pixels } of trayPictures())
  writeFileSync(new URL(file, folder), writePng(pixels, { width: size, height: size, channels: 4 }))
