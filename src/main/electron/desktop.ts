import { app, BrowserWindow, clipboard, desktopCapturer, dialog, Notification, screen, systemPreferences } from 'electron'
import type { Desktop } from '../desktop'
import { showWindow } from './window'

/** Notifications that are shown: one that nothing holds is collected, and its click with it. */
const shown = new Set<Notification>()

/** What Electron lends of the desktop. Only once Electron is ready. */
export const electronDesktop: Desktop = {
  // Electron gives promises since version 44 and plain values before: awaited, both are the same
  readClipboard: async () => await clipboard.readText(),
  async writeClipboard(text) {
    await clipboard.writeText(text)
  },
  async captureScreen() {
    // macOS gives a picture of the bare desktop instead of a refusal
    if (process.platform === 'darwin' && systemPreferences.getMediaAccessStatus('screen') !== 'granted')
      throw new Error('macOS does not let Parley record the screen')
    const { id, size, scaleFactor } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const thumbnailSize = { width: Math.round(size.width * scaleFactor), height: Math.round(size.height * scaleFactor) }
    const sources = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize })
    const picture = (sources.find((source) => source.display_id === String(id)) ?? sources[0])?.thumbnail
    if (picture === undefined || picture.isEmpty()) throw new Error('the system gave no picture of the screen')
    return { png: picture.toPNG(), ...picture.getSize() }
  },
  notify(words) {
    // a timer can be over before Electron is ready
    void app.whenReady().then(() => show(words))
  },
  async chooseFile({ title, button }) {
    const { canceled, filePaths } = await dialog.showOpenDialog({ title, buttonLabel: button, properties: ['openFile'] })
    return canceled ? null : (filePaths[0] ?? null)
  },
}

function show(words: Parameters<Desktop['notify']>[0]): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(words)
  const forget = (): void => void shown.delete(notification)
  notification.on('click', () => BrowserWindow.getAllWindows().slice(0, 1).forEach(showWindow))
  notification.on('close', forget).on('failed', forget)
  shown.add(notification)
  notification.show()
}
