import { app, clipboard, desktopCapturer, dialog, Notification, screen, shell, systemPreferences } from 'electron'
import { type Desktop, modelPictureEdge } from '../desktop'
import { setAppMenu } from './app-menu'
import { atLogin } from './login'
import { sightSources } from './sight-sources'
import { bringToFront } from './window'

/** Notifications on screen: an unreferenced one is collected, together with its click handler. */
const shown = new Set<Notification>()

/** The desktop features of Electron except the tray. Only once Electron is ready. */
export const electronDesktop: Omit<
  Desktop,
  'showInTray' | 'setTrayMenu' | 'small' | 'bringToFront' | 'onLaunch' | 'onClosing' | 'openSystemSettings'
> = {
  // Electron returns promises since version 44 and plain values before: await handles both
  readClipboard: async () => await clipboard.readText(),
  async writeClipboard(text) {
    await clipboard.writeText(text)
  },
  sight: sightSources,
  async captureScreen() {
    // macOS returns a picture of the empty desktop instead of a refusal
    if (process.platform === 'darwin' && systemPreferences.getMediaAccessStatus('screen') !== 'granted')
      throw new Error('macOS does not let Parley record the screen')
    const { id, size, scaleFactor } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const thumbnailSize = { width: Math.round(size.width * scaleFactor), height: Math.round(size.height * scaleFactor) }
    const sources = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize })
    const picture = (sources.find((source) => source.display_id === String(id)) ?? sources[0])?.thumbnail
    if (picture === undefined || picture.isEmpty()) throw new Error('the system gave no picture of the screen')
    const seen = picture.getSize()
    const scale = Math.min(1, modelPictureEdge / Math.max(seen.width, seen.height))
    const jpeg = picture.resize({ width: Math.floor(seen.width * scale), quality: 'best' }).toJPEG(85)
    return { png: picture.toPNG(), jpeg, ...seen }
  },
  // Electron shows none on Linux; on Windows they came with `handleActivation`
  notificationButtons: () => process.platform === 'darwin' || (process.platform === 'win32' && 'handleActivation' in Notification),
  notify(words, listener) {
    // a timer can be over before Electron is ready
    const showing = app.whenReady().then(() => show(words, listener))
    return { dispose: () => void showing.then((notification) => notification?.close()) }
  },
  atLogin,
  setAppMenu,
  quit: () => app.quit(),
  showInFolder: async (path) => shell.showItemInFolder(path),
  chooseFile: ({ title, button }) => choose(title, button, 'openFile'),
  chooseFolder: ({ title, button }) => choose(title, button, 'openDirectory', 'createDirectory'),
  // empty when it is dismissed
  async confirm({ message, detail, accept, cancel }) {
    const buttons = [cancel, accept]
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Parley',
      noLink: true,
      message,
      detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
    })
    return response === 1
  },
  choosePlace: async (defaultPath) => (await dialog.showSaveDialog({ defaultPath })).filePath || null,
}

const choose = async (title: string, buttonLabel: string, ...properties: ('openFile' | 'openDirectory' | 'createDirectory')[]) =>
  (await dialog.showOpenDialog({ title, buttonLabel, properties })).filePaths[0] ?? null

function show(...[{ buttons = [], title, body }, listener]: Parameters<Desktop['notify']>): Notification | null {
  if (!Notification.isSupported()) return null
  const notification = new Notification({ title, body, actions: buttons.map((text) => ({ type: 'button', text })) })
  const forget = (): void => void shown.delete(notification)
  notification.on('click', () => {
    bringToFront()
    listener?.clicked()
  })
  // only the newer of the two runtimes has the number in the event
  notification.on('action', (_event, index) => listener?.pressed(index))
  notification.on('close', forget).on('failed', forget)
  notification.on('show', () => listener?.shown?.())
  shown.add(notification)
  notification.show()
  return notification
}
