import { join } from 'node:path'
import { app, Menu, nativeImage, Tray } from 'electron'
import type { Desktop } from '../desktop'
import { trayImage } from '../tray/tray-image'
import { bringToFront } from './window'

/** Keeps one icon in the system's tray. Without a tray nothing is shown, and only `report` is called. */
export function trayIcon(
  imageFolder: string,
  report: (what: string, detail: unknown) => void,
): Pick<Desktop, 'showInTray' | 'setTrayMenu'> {
  let tray: Tray | null = null
  let verbs: Parameters<Desktop['setTrayMenu']>[0] = []
  let clicked = (): void => undefined
  const show: Desktop['showInTray'] = ({ picture, tooltip }, onClick) => {
    clicked = onClick
    if (!app.isReady()) return
    try {
      const image = nativeImage.createFromPath(join(imageFolder, trayImage(picture, process.platform)))
      tray ??= new Tray(image).on('click', () => {
        bringToFront()
        clicked()
      })
      tray.setImage(image)
      tray.setToolTip(tooltip)
    } catch (error) {
      report('no tray', error)
    }
  }
  const offer = (): void => tray?.setContextMenu(Menu.buildFromTemplate(verbs.map(({ label, act }) => ({ label, click: act }))))
  return {
    showInTray(state, onClick) {
      const isNew = tray === null
      show(state, onClick)
      if (isNew) offer()
    },
    setTrayMenu(next) {
      verbs = next
      offer()
    },
  }
}
