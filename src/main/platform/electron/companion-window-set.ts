import { app, BrowserWindow, nativeTheme, type WebContents } from 'electron'
import { appHost, appScheme, webPreferences, windowColour } from '../security-policy'
import { type CompanionWindowKind, companionWindowTable, receivesEvent } from '../window/companion-window-table'
import { sendToWindow } from './ipc'
import { showWindow } from './window'

/** The windows other than the main one: at most one of each kind, sandboxed in the same way, each with its own page only. */
export interface CompanionWindowSet {
  /** Opens it, or brings it to the front. */
  open(kind: CompanionWindowKind): void
  isOpen(kind: CompanionWindowKind): boolean
  kindOf(contents: WebContents): CompanionWindowKind | null
  emit(name: string, payload: unknown): void
  close(): void
}

export function createCompanionWindowSet(preloadFile: string, report: (what: string, detail: unknown) => void): CompanionWindowSet {
  const windows = new Map<CompanionWindowKind, BrowserWindow>()

  function make(kind: CompanionWindowKind): void {
    const { page, calls: _calls, events: _events, ...size } = companionWindowTable[kind]
    const window = new BrowserWindow({
      ...size,
      show: false,
      title: 'Parley',
      autoHideMenuBar: true,
      backgroundColor: windowColour(nativeTheme.shouldUseDarkColors),
      webPreferences: { ...webPreferences, preload: preloadFile, devTools: !app.isPackaged },
    })
    windows.set(kind, window)
    window.once('ready-to-show', () => window.show())
    window.on('closed', () => windows.delete(kind))
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return
      report('the page of a window crashed', reason)
      window.destroy()
    })
    void window.loadURL(`${appScheme}://${appHost}${page}`).catch((error: unknown) => report('a window did not load', error))
  }

  return {
    open(kind) {
      const window = windows.get(kind)
      if (window === undefined) make(kind)
      else showWindow(window)
    },
    isOpen: (kind) => windows.has(kind),
    kindOf: (contents) => [...windows].find(([, window]) => !window.isDestroyed() && window.webContents === contents)?.[0] ?? null,
    emit(name, payload) {
      for (const [kind, window] of windows) {
        if (receivesEvent(kind, name)) sendToWindow(window, name, payload)
      }
    },
    close() {
      for (const window of windows.values()) window.destroy()
    },
  }
}
