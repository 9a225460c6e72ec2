import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, crashReporter, Menu, shell } from 'electron'
import type { Clock } from '../../../shared/lib/clock'
import { createSignal } from '../../lib/signal'
import { appId } from '../app-id'
import { type AudioChannels, createAudioChannels } from '../audio-channels'
import { endSoundProcess } from '../audio-process'
import { deferredDispatch } from '../deferred-dispatch'
import { staysHidden } from '../launch'
import { withLinuxNotifications } from '../notifications/with-linux-notifications'
import type { Platform } from '../platform'
import { disposedAtQuit, quitListener, quitTasks } from '../quit-tasks'
import { secretStore } from '../secrets/secret-store'
import { debuggingSwitches, mayOpenExternally, mayStart } from '../security-policy'
import { openSystemPage } from '../system-settings'
import { createUserPresses } from '../window/user-presses'
import { controlWindow } from '../window-control'
import { type ClosingGuard, createClosingGuard } from './closing-guard'
import { type CompanionWindowSet, createCompanionWindowSet } from './companion-window-set'
import { electronDesktop } from './desktop'
import { askInDialog, showStartFailed } from './dialogs'
import { listenToHotkey } from './hotkey'
import { answerCalls, sendToWindow } from './ipc'
import { collectLaunches, type Launches } from './launches'
import { guardContents, guardPermissions, permit, registerAppScheme, serveAppScheme } from './lockdown'
import { wasOpenedAtLogin } from './login'
import { popupWindows } from './popup-windows'
import { safeStorageCipher } from './safe-storage-cipher'
import { drawScreenBorder } from './screen-border'
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

/** What the main window needs of its host. */
interface HostWindowOptions extends Pick<Platform, 'operatingSystem' | 'userDataFolder'> {
  readonly platformOptions: ElectronPlatformOptions
  readonly launches: Launches
  readonly closing: ClosingGuard
  readonly companions: CompanionWindowSet
  readonly popups: ReturnType<typeof popupWindows>
}

/** The main window, and the channels to its page. */
interface HostWindow extends Pick<Platform, 'emit' | 'serve' | 'onVisibilityChange'>, Pick<ElectronPlatform, 'pageAsked'> {
  /** Null before it is open, and when it is closed. */
  current(): BrowserWindow | null
}

/** Opens the main window as soon as Electron is ready. */
function openHostWindow(options: HostWindowOptions): HostWindow {
  const { platformOptions, operatingSystem, closing, companions, popups } = options
  const { clock, report } = platformOptions
  const visibility = createSignal()
  let window: BrowserWindow | null = null
  let audioChannels: AudioChannels | null = null
  const { dispatch, resolveDispatch, asked } = deferredDispatch()
  // not only when the parts of the app are loaded: the page is read and drawn meanwhile, and its calls wait
  const pageAsked = app.whenReady().then(() => {
    // no menu of Electron's until the app's own is ready
    Menu.setApplicationMenu(null)
    guardPermissions()
    serveAppScheme(platformOptions.rendererFolder)
    audioChannels = createAudioChannels(dispatch)
    answerCalls(
      dispatch,
      audioChannels,
      () => window,
      (contents) => companions.kindOf(contents) ?? popups.kindOf(contents),
    )
    window = openWindow({
      operatingSystem,
      hidden: staysHidden(options.launches.first, wasOpenedAtLogin()),
      placeFile: join(options.userDataFolder, 'window.json'),
      preloadFile: platformOptions.preloadFile,
      clock,
      report,
      onVisibilityChange: visibility.emit,
      // whoever started Parley in a terminal waits for it there
      onFirstShown: () => app.isPackaged || process.stdout.write('Parley is open.\n'),
    })
    closing.guard(window)
    window.on('closed', () => {
      window = null
      companions.close()
      popups.close()
      drawScreenBorder(null)
    })
    return Promise.race([asked, untilSilent(window.webContents, clock)])
  })
  return {
    pageAsked,
    current: () => window,
    onVisibilityChange: visibility.listen,
    async serve(answer) {
      await pageAsked
      resolveDispatch(answer)
    },
    emit(name, payload) {
      companions.emit(name, payload)
      if (audioChannels?.emit(name, payload) !== true) sendToWindow(window, name, payload)
    },
  }
}

/**
 * The app's host in Electron. Call it before Electron is ready, and do not await readiness at the top level of a module. Null if
 * Parley is already running: that instance comes to the front, and this one says so and exits.
 */
export function electronPlatform(options: ElectronPlatformOptions): ElectronPlatform | null {
  const { clock, report } = options
  const switches = debuggingSwitches.filter((name) => app.commandLine.hasSwitch(name))
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
  const presses = createUserPresses(clock)
  guardContents((contents, input) => presses.saw(contents === window.current()?.webContents ? 'main' : popups.kindOf(contents), input))
  crashReporter.start({ uploadToServer: false })

  const operatingSystem = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  // identifies the app's notifications and its taskbar button in Windows
  if (operatingSystem === 'win32') app.setAppUserModelId(appId)
  const userDataFolder = app.getPath('userData')
  mkdirSync(userDataFolder, { recursive: true, mode: 0o700 })
  const tasks = quitTasks(clock, report)
  const launches = collectLaunches()
  if (launches.first.kind === 'talk') {
    process.stderr.write('Parley is not running: start it first.\n')
    app.exit(1)
    return null
  }
  const closing = createClosingGuard()
  const companions = createCompanionWindowSet(options.preloadFile, report)
  const popups = popupWindows(options)
  const host = { platformOptions: options, operatingSystem, userDataFolder, launches, closing, companions, popups } as const
  const window = openHostWindow(host)
  const onWillQuit = quitListener(tasks, () => app.quit())
  app.on('will-quit', onWillQuit)

  return {
    pageAsked: window.pageAsked,
    showStartFailed(reason) {
      process.stderr.write(`Parley could not start: ${reason}\n`)
      if (window.current()) showStartFailed(app.getSystemLocale())
    },
    kind: 'electron',
    runtime: `Electron ${process.versions.electron}`,
    operatingSystem,
    get systemLocale() {
      return app.getSystemLocale()
    },
    userDataFolder,
    fixturesFolder: options.fixturesFolder,
    desktop: withLinuxNotifications(
      {
        ...electronDesktop,
        ...trayIcon(options.trayFolder, report),
        small: popups.small,
        bringToFront,
        confirm: presses.confirmedBy(electronDesktop.confirm),
        openSystemSettings: (page) => openSystemPage(page, operatingSystem, shell.openExternal),
        onLaunch: (listener) =>
          launches.hear((launch) => {
            const open = window.current()
            if (open && launch !== launches.first && ['show', 'link', 'recording'].includes(launch.kind)) showWindow(open)
            listener(launch)
          }),
        onClosing: closing.follow,
      },
      options,
      bringToFront,
    ),
    permit,
    secrets: secretStore(safeStorageCipher(), join(userDataFolder, 'secrets.json'), report),
    async openExternal(url) {
      if (!mayOpenExternally(url)) throw new Error('This address may not be opened.')
      await shell.openExternal(url)
    },
    async listenToHotkey(listener, hotkeys) {
      return disposedAtQuit(tasks, await listenToHotkey(operatingSystem, clock, report, listener, hotkeys))
    },
    askNatively: askInDialog,
    windowVisible: () => isWindowVisible(window.current()),
    windowFocused: () => isWindowVisible(window.current()) && window.current()?.isFocused() === true,
    onVisibilityChange: window.onVisibilityChange,
    onQuit: tasks.add,
    endByForce: tasks.endByForce,
    renewSound: () => endSoundProcess(app.getAppMetrics()),
    takePress: presses.take,
    controlWindow: (action) => controlWindow(window.current(), action),
    serve: window.serve,
    openSideWindow: companions.open,
    sideWindowOpen: companions.isOpen,
    emit: window.emit,
  }
}
