import { join } from 'node:path'
import { app, nativeImage, Tray } from 'electron'
import type { Desktop } from '../desktop'
import { trayImage } from '../tray-image'
import { bringToFront } from './window'

/** Keeps one icon in the system's tray. Where there is no tray nothing is shown, and only `report` hears of it. */
export function trayIcon(imageFolder: string, report: (what: string, detail: unknown) => void): Desktop['showInTray'] {
  let tray: Tray | null = null
  let clicked = (): void => undefined
  return ({ count, words }, onClick) => {
    clicked = onClick
    if (!app.isReady()) return
    try {
      const image = nativeImage.createFromPath(join(imageFolder, trayImage(count, process.platform)))
      tray ??= new Tray(image).on('click', () => {
        bringToFront()
        clicked()
      })
      tray.setImage(image)
      tray.setToolTip(words)
    } catch (error) {
      report('no tray', error)
    }
  }
}
