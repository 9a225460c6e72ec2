// Makes the app's icons for every system from resources/package/icon.svg, drawn by Chromium.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { drawSvg } from './icons/draw-svg.mjs'
import { icnsFile, icoFile, linuxSizes, macSizes, windowsSizes } from './icons/icon-files.mjs'
import { inProject } from './setup/project.mjs'

const folder = (...names) => inProject('resources', 'package', ...names)
const sizes = [...new Set([...linuxSizes, ...windowsSizes, ...macSizes.map(([, size]) => size)])]
const pictures = await drawSvg(readFileSync(folder('icon.svg'), 'utf8'), sizes)
const pictureOf = (size) => pictures.get(size)

mkdirSync(folder('icons'), { recursive: true })
for (const size of linuxSizes) writeFileSync(folder('icons', `${size}x${size}.png`), pictureOf(size))
writeFileSync(folder('icon.ico'), icoFile(pictureOf))
writeFileSync(folder('icon.icns'), icnsFile(pictureOf))
