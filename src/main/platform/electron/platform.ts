import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, crashReporter, Menu, shell } from 'electron'
import type { Clock } from '../../../shared/lib/clock'
import { appId } from '../app-id'
import { type AudioChannels, createAudioChannels } from '../audio-channels'
import { endSoundProcess } from '../audio-process'
import { deferredDispatch } from '../deferred-dispatch'
import { staysHidden } from '../launch'
import { withLinuxNotifications } from '../notifications/with-linux-notifications'
import type { Platform } from '../platform'
import { killProcess, quitTasks } from '../quit-tasks'
import { secretStore } from '../secrets/secret-store'
import { mayOpenExternally, mayStart } from '../security-policy'
import { systemSettingsAddress } from '../system-settings'
import { controlWindow } from '../window-control'
import { createClosingGuard } from './closing-guard'
import { createCompanionWindowSet } from './companion-window-set'
import { electronDesktop } from './desktop'
import { askInDialog, showStartFailed } from './dialogs'
import { listenToHotkey } from './hotkey'
import { answerCalls, sendToWindow } from './ipc'
import { collectLaunches } from './launches'
import { guardContents, guardPermissions, permit, registerAppScheme, serveAppScheme } from './lockdown'
import { wasOpenedAtLogin } from './login'
import { popupWindows } from './popup-windows'
import { safeStorageCipher } from './safe-storage-cipher'
import { trayIcon } from './tray'
import { bringToFront, isWindowVisible, openWindow, showWindow, untilSilent } from './window'

/** The locations of the built parts, and the host's dependencies. */
export interface ElectronPlatformOptions {
  /** Folder with the built page. */
  readonly rendererFolder: string
  /** The built preload script, CommonJS. */
  readonly preloadFile: string
  readonly fixturesFolder: string
  /** Folder with the tray's pictures. */
  readonly trayFolder: string
  readonly clock: Clock
  /** Receives problems that the user need not see, for the log. */
  readonly report: (what: string, detail: unknown) => void
}

/** The host, and the moment when it has time for the rest of the app. */
export interface ElectronPlatform extends Platform {
  /**
   * Resolves when the page has loaded what it needs to show itself, or cannot: main reads the page's files for it, and loading the
   * parts of the app earlier would delay the page.
   */
  readonly pageAsked: Promise<void>
  /** Reports a failed start to the open window or the terminal. Resolves when it was read. */
  showStartFailed(reason: string): void
}

/**
 * The app's host in Electron. Call it before Electron is ready, and do not await readiness at the top level of a module. Null if
 * Parley is already running: that instance comes to the front, and this one says so and exits.
 */
export function electronPlatform(parts: ElectronPlatformOptions): ElectronPlatform | null {
  const { clock, report } = parts
  const switches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'].filter((name) =>
    app.commandLine.hasSwitch(name),
  )
  if (!mayStart({ isPackaged: app.isPackaged, switches, environment: process.env })) {
    process.stderr.write('Parley does not let other programs drive it: start it without --remote-debugging-port.\n')
    app.exit(1)
    return null
  }
  if (!app.requestSingleInstanceLock()) {
    process.stdout.write('Parley is already open: its window is in front now.\n')
    app.quit()
    return null
  }
  registerAppScheme()
  guardContents()
  crashReporter.start({ uploadToServer: false })

  const operatingSystem = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  // identifies the app's notifications and its taskbar button in Windows
  if (operatingSystem === 'win32') app.setAppUserModelId(appId)
  const userDataFolder = app.getPath('userData')
  mkdirSync(userDataFolder, { recursive: true })
  const visibilityListeners = new Set<() => void>()
  const tasks = quitTasks(clock, report)
  let window: BrowserWindow | null = null
  let audioChannels: AudioChannels | null = null

  const launches = collectLaunches()
  if (launches.first.kind === 'talk') {
    process.stderr.write('Parley is not running: start it first.\n')
    app.exit(1)
    return null
  }
  const closing = createClosingGuard()
  const sides = createCompanionWindowSet(parts.preloadFile, report)
  const beside = popupWindows(parts)
  const { dispatch, letIn, asked } = deferredDispatch()
  // not only when the parts of the app are loaded: the page is read and drawn meanwhile, and its calls wait
  const pageAsked = app.whenReady().then(() => {
    // no menu of Electron's until the app's own is ready
    Menu.setApplicationMenu(null)
    guardPermissions()
    serveAppScheme(parts.rendererFolder)
    audioChannels = createAudioChannels(dispatch)
    answerCalls(
      dispatch,
      audioChannels,
      () => window,
      (contents) => sides.kindOf(contents) ?? beside.kindOf(contents),
    )
    window = openWindow({
      operatingSystem,
      hidden: staysHidden(launches.first, wasOpenedAtLogin()),
      placeFile: join(userDataFolder, 'window.json'),
      preloadFile: parts.preloadFile,
      clock,
      report,
      onVisibilityChange: () => {
        for (const listener of [...visibilityListeners]) listener()
      },
    })
    closing.guard(window)
    window.on('closed', () => {
      window = null
      sides.close()
      beside.close()
    })
    return Promise.race([asked, untilSilent(window.webContents, clock)])
  })
  let tasksDone = false
  app.on('will-quit', (event) => {
    if (tasksDone) return
    event.preventDefault()
    void tasks.run().then((how) => {
      if (how === 'by-force') killProcess()
      tasksDone = true
      // not while Electron is still inside this event, when it ignores a second `quit`
      setImmediate(() => app.quit())
    })
  })

  return {
    pageAsked,
    showStartFailed(reason) {
      process.stderr.write(`Parley could not start: ${reason}\n`)
      if (window) showStartFailed(app.getSystemLocale())
    },
    kind: 'electron',
    runtime: `Electron ${process.versions.electron}`,
    operatingSystem,
    get systemLocale() {
      return app.getSystemLocale()
    },
    userDataFolder,
    fixturesFolder: parts.fixturesFolder,
    desktop: withLinuxNotifications(
      {
        ...electronDesktop,
        ...trayIcon(parts.trayFolder, report),
        small: beside.small,
        bringToFront,
        async openSystemSettings(page) {
          const address = systemSettingsAddress(page, operatingSystem)
          if (address === null) throw new Error(`no page for the ${page} on ${operatingSystem}`)
          await shell.openExternal(address)
        },
        onLaunch: (heard) =>
          launches.hear((launch) => {
            if (window && launch !== launches.first && ['show', 'link', 'recording'].includes(launch.kind)) showWindow(window)
            heard(launch)
          }),
        onClosing: closing.follow,
      },
      parts,
      bringToFront,
    ),
    permit,
    secrets: secretStore(safeStorageCipher(), join(userDataFolder, 'secrets.json'), report),
    async openExternal(url) {
      if (!mayOpenExternally(url)) throw new Error('This address may not be opened.')
      await shell.openExternal(url)
    },
    async listenToHotkey(listener, hotkeys) {
      const hotkey = await listenToHotkey(operatingSystem, clock, report, listener, hotkeys)
      const atQuit = tasks.add(async () => hotkey.dispose())
      return {
        ...hotkey,
        dispose() {
          atQuit.dispose()
          hotkey.dispose()
        },
      }
    },
    askNatively: askInDialog,
    windowVisible: () => isWindowVisible(window),
    windowFocused: () => isWindowVisible(window) && window?.isFocused() === true,
    onVisibilityChange(listener) {
      visibilityListeners.add(listener)
      return { dispose: () => void visibilityListeners.delete(listener) }
    },
    onQuit: tasks.add,
    endByForce: tasks.endByForce,
    renewSound: () => endSoundProcess(app.getAppMetrics()),
    controlWindow(action) {
      if (window) controlWindow(window, action)
    },
    async serve(dispatch) {
      await pageAsked
      letIn(dispatch)
    },
    openSideWindow: sides.open,
    sideWindowOpen: sides.isOpen,
    emit(name, payload) {
      sides.emit(name, payload)
      if (audioChannels?.emit(name, payload) !== true) sendToWindow(window, name, payload)
    },
  }
}
