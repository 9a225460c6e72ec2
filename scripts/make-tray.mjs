// Makes the pictures of the tray in resources/tray: the mark, with the number of open questions, and what Parley does.
import { mkdirSync, writeFileSync } from 'node:fs'
import { writePng } from './png.mjs'
import { trayPictures } from './tray/pictures.mjs'

const folder = new URL('../resources/tray/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const { file, size, pixels } of trayPictures())
  writeFileSync(new URL(file, folder), writePng(pixels, { width: size, height: size, channels: 4 }))
