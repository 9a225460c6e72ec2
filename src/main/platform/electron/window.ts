import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { Clock } from '../../../shared/lib/clock'
import { appPage, mayReload, webPreferences, windowFrame } from '../security-policy'
import { placeOnDisplays, readPlace, writePlace } from '../window/window-place'

/** Dependencies of the window. */
export interface WindowOptions {
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly preloadFile: string
  /** started at login: the window stays hidden */
  readonly hidden: boolean
  /** where the window's position is stored between runs */
  readonly placeFile: string
  readonly clock: Clock
  readonly report: (what: string, detail: unknown) => void
  readonly onVisibilityChange: () => void
  /** called once, when the window is shown for the first time at the start */
  readonly onFirstShown: () => void
}

let appWindow: BrowserWindow | null = null

/** Opens the app's window and shows it once it has content. A page that crashes is reloaded. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const kept = readPlace(options.placeFile)
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const place = kept === null ? null : placeOnDisplays(kept, areas)
  const window = new BrowserWindow({
    ...windowFrame(options.operatingSystem, nativeTheme.shouldUseDarkColors),
    ...(place !== null && { x: place.x, y: place.y, width: place.width, height: place.height }),
    webPreferences: { ...webPreferences, preload: options.preloadFile, devTools: !app.isPackaged },
  })
  appWindow = window
  const reloads: number[] = []
  if (!options.hidden) {
    window.once('ready-to-show', () => {
      if (place?.maximized === true) window.maximize()
      else window.show()
      options.onFirstShown()
    })
  }
  window.on('close', () => writePlace(options.placeFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }))
  const seen = options.onVisibilityChange
  window.on('show', seen).on('hide', seen).on('minimize', seen).on('restore', seen).on('closed', seen).on('focus', seen).on('blur', seen)
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    options.report('the page crashed', details.reason)
    const now = options.clock.now()
    if (!mayReload(reloads, now)) return
    reloads.push(now)
    window.webContents.reload()
  })
  void window.loadURL(appPage).catch((error: unknown) => options.report('the page did not load', error))
  return window
}

/** A loaded page that requests nothing for this many ms will request nothing more. */
const ASKS_MS = 1000

/** Resolves when the page was loaded and has requested nothing for a while, or could not be loaded, or is gone. */
export function untilSilent(contents: WebContents, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve()
    contents.once('did-stop-loading', () => clock.after(ASKS_MS, done))
    contents.once('render-process-gone', done)
    contents.once('destroyed', done)
  })
}

/** Whether the user can see the window, as far as its own state shows. */
export function isWindowVisible(window: BrowserWindow | null): boolean {
  return window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized()
}

/** Brings the app's main window to the front, if there is one. */
export function bringToFront(): void {
  if (appWindow?.isDestroyed() === false) showWindow(appWindow)
}

/** Brings the window to the front, in any state. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
