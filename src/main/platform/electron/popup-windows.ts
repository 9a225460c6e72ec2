import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type Display as ElectronDisplay,
  screen,
  type WebContents,
} from 'electron'
import { isWayland } from '../hotkeys/hotkey-plan'
import { appHost, appScheme, webPreferences } from '../security-policy'
import { companionWindowTable, receivesEvent } from '../window/companion-window-table'
import type { Display, PopupWindowListener, PopupWindowName, PopupWindows } from '../window/popup-windows'
import { sendToWindow } from './ipc'

/** Dependencies of the popup windows. */
export interface PopupWindowOptions {
  readonly preloadFile: string
  report(what: string, detail: unknown): void
}

const common: BrowserWindowConstructorOptions = {
  show: false,
  frame: false,
  transparent: true,
  // the page draws its own frame and corners
  backgroundColor: '#00000000',
  hasShadow: true,
  resizable: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
  skipTaskbar: true,
  alwaysOnTop: true,
  // on macOS: a window that does not bring the app to the front, and that returns the focus when it closes
  ...(process.platform === 'darwin' && { type: 'panel' }),
}

const frames: Readonly<Record<PopupWindowName, BrowserWindowConstructorOptions>> = {
  // on Linux, the pointer passes over a window that cannot be focused, and it never receives the keyboard
  overlay: { ...common, title: 'Parley overlay', focusable: false, acceptFirstMouse: true },
  quick: { ...common, title: 'Parley question' },
}

/** Parley's popup windows: each is created when it is first shown, and again when its page has crashed. */
export function popupWindows({ preloadFile, report }: PopupWindowOptions) {
  const windows = new Map<PopupWindowName, BrowserWindow>()
  /** windows that should be visible: a window appears once it has content */
  const wanted = new Set<PopupWindowName>()
  let listener: PopupWindowListener | null = null

  function reveal(name: PopupWindowName, window: BrowserWindow): void {
    if (!wanted.has(name)) return
    if (name === 'overlay') return window.showInactive()
    window.show()
    window.focus()
  }

  function make(name: PopupWindowName): BrowserWindow {
    const preferences = { ...webPreferences, backgroundThrottling: true, preload: preloadFile, devTools: !app.isPackaged }
    const window = new BrowserWindow({ ...frames[name], webPreferences: preferences })
    windows.set(name, window)
    if (name === 'overlay') {
      window.setAlwaysOnTop(true, 'screen-saver')
      window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
    }
    window.once('ready-to-show', () => reveal(name, window))
    if (name === 'quick') window.on('blur', () => listener?.left(name))
    window.on('closed', () => {
      windows.delete(name)
      wanted.delete(name)
      listener?.left(name)
    })
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') report(`the page of ${name} crashed`, reason)
      window.destroy()
    })
    void window
      .loadURL(`${appScheme}://${appHost}${companionWindowTable[name].page}`)
      .catch((error: unknown) => report(`the page of ${name} did not load`, error))
    return window
  }

  const small: PopupWindows = {
    listen(next) {
      listener = next
      const changed = (): void => next.displaysChanged()
      screen.on('display-removed', changed).on('display-metrics-changed', changed)
    },
    show(name, area) {
      const isNew = !wanted.has(name)
      wanted.add(name)
      const known = windows.get(name)
      const window = known ?? make(name)
      window.setBounds(area)
      if (known !== undefined && isNew) reveal(name, window)
    },
    hide(name) {
      wanted.delete(name)
      windows.get(name)?.hide()
    },
    emit: (name, event, payload) => receivesEvent(name, event) && sendToWindow(windows.get(name), event, payload),
    displays: () => screen.getAllDisplays().map(displayOf),
    pointed: () => displayOf(screen.getDisplayNearestPoint(screen.getCursorScreenPoint())),
    takesFocus: isWayland(process.env),
  }
  return {
    small,
    /** The window that shows this page; null: none. */
    kindOf: (contents: WebContents): PopupWindowName | null =>
      [...windows].find(([, window]) => !window.isDestroyed() && window.webContents === contents)?.[0] ?? null,
    /** Closes them: they have no purpose without the main window. */
    close(): void {
      for (const window of windows.values()) window.destroy()
    },
  }
}

function displayOf({ id, workArea }: ElectronDisplay): Display {
  return { id: String(id), area: workArea }
}
