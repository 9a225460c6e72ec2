import { app, BrowserWindow, type DesktopCapturerSource, desktopCapturer, type Session, screen, systemPreferences } from 'electron'
import { isExcludedWindow } from '../../../shared/sight/excluded-windows'
import type { PicturedSource, SightSources } from '../desktop'
import { refuseCapture } from '../window/refuse-capture'
import { drawScreenBorder } from './screen-border'

/** The source that lets the user choose in the system's dialog. */
const SYSTEM_DIALOG = 'screen:0:0'

let offered: string | null = null
/** The display of each screen that was listed last. */
let displays: ReadonlyMap<string, string> = new Map()

/** In Wayland programs see no list: asking for one would open the system's dialog, and the capture opens it again. */
const asksItself = (): boolean => process.platform === 'linux' && process.env.XDG_SESSION_TYPE === 'wayland'

const hideNew = (_event: unknown, window: BrowserWindow): void => window.setContentProtection(true)

/** Screens and windows in Electron. */
export const sightSources: SightSources = {
  async list() {
    // macOS gives pictures of the empty desktop instead of a refusal
    if (process.platform === 'darwin' && systemPreferences.getMediaAccessStatus('screen') === 'denied')
      throw new Error('macOS does not let Parley record the screen')
    if (asksItself()) return [{ sourceId: SYSTEM_DIALOG, kind: 'screen', name: '', picture: null }]
    const found = await desktopCapturer.getSources({ types: ['screen', 'window'], thumbnailSize: { width: 240, height: 150 } })
    const own = new Set(BrowserWindow.getAllWindows().map((window) => window.getMediaSourceId()))
    const pointed = String(screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).id)
    const screens = found.filter(({ id }) => id.startsWith('screen:'))
    displays = new Map(screens.map(({ id, display_id: display }) => [id, display]))
    const windows = found.filter(({ id, name }) => id.startsWith('window:') && !own.has(id) && !isExcludedWindow(name))
    const ordered = screens.toSorted((one, other) => Number(other.display_id === pointed) - Number(one.display_id === pointed))
    return [...ordered.map((one) => pictured(one, 'screen')), ...windows.map((one) => pictured(one, 'window'))]
  },
  offer(sourceId) {
    offered = sourceId
  },
  mark: (sourceId) => drawScreenBorder(sourceId === null ? null : (displays.get(sourceId) ?? null)),
  hideParley(hidden) {
    // the overlay, or another window, may open while something is shown
    app.off('browser-window-created', hideNew)
    if (hidden) app.on('browser-window-created', hideNew)
    for (const window of BrowserWindow.getAllWindows()) window.setContentProtection(hidden)
  },
}

/** Gives the page what main has offered, once, and nothing else; the permission for it is checked before. */
export function offerSightSource(guarded: Session): void {
  guarded.setDisplayMediaRequestHandler(
    (request, answer) => {
      const sourceId = offered
      offered = null
      if (sourceId === null || request.frame === null || request.frame !== request.frame.top || !request.videoRequested) {
        refuseCapture(() => answer({}))
        return
      }
      answer({ video: { id: sourceId, name: '' } })
    },
    // macOS 15 and later lets the user choose in its own dialog
    { useSystemPicker: true },
  )
}

function pictured({ id, name, thumbnail }: DesktopCapturerSource, kind: 'screen' | 'window'): PicturedSource {
  return { sourceId: id, kind, name: name.slice(0, 300), picture: thumbnail.isEmpty() ? null : new Uint8Array(thumbnail.toJPEG(70)) }
}
