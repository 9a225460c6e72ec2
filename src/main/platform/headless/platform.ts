import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { noHotkeys } from '../../../shared/hotkeys/hotkey-state'
import type { Clock } from '../../../shared/lib/clock'
import { messageOf } from '../../../shared/messages/message'
import { type Disposable, noHotkeysHeld, type Platform } from '../platform'
import { type QuitTasks, quitTasks } from '../quit-tasks'
import { memorySecretStore } from '../secrets/secret-store'
import { mayOpenExternally } from '../security-policy'
import { companionWindowTable } from '../window/companion-window-table'
import { takeDataFolder } from './data-folder'
import { HostProblem } from './host-problem'
import { openPageLink, type PageLink } from './page-link'
import { createPageServer, type PageFiles } from './page-server'

/** The locations of the built parts, and the host's dependencies. */
export interface HeadlessPlatformOptions extends PageFiles {
  readonly userDataFolder: string
  readonly fixturesFolder: string
  /** 0 takes any free port. */
  readonly port: number
  readonly clock: Clock
  readonly report: (what: string, detail: unknown) => void
}

/** The host without a window, with its page server. */
export interface HeadlessPlatform extends Platform {
  /**
   * Takes the port before the app starts, so that an unavailable port fails early.
   * @throws HostProblem if it is unavailable
   */
  listen(): Promise<void>
  /** Whether others of this machine can look into the data folder: it holds other things, too, and was left as it was. */
  readonly folderOpenToOthers: boolean
  /** `url` holds the token in its fragment, which a browser keeps to itself. Only after `serve`. */
  address(): { readonly url: string; readonly token: string }
  /** Runs the quit tasks, then closes the server and the page's channel. Returns how the process can end (see `QuitTasks.run`). */
  close(): ReturnType<QuitTasks['run']>
}

/**
 * The app's host on plain Node, for machines without a display and for tests: the built page on 127.0.0.1, calls and events over a
 * WebSocket that requires a new token of 256 bits. Secrets stay in memory; there is no global talk key.
 * @throws HostProblem if the data folder is unusable or another host has it
 */
export function headlessPlatform(options: HeadlessPlatformOptions): HeadlessPlatform {
  const folder = takeDataFolder(options.userDataFolder)
  const token = randomBytes(32).toString('base64url')
  const tasks = quitTasks(options.clock, options.report)
  const visibilityListeners = new Set<() => void>()
  let port = options.port
  let link: PageLink | null = null
  const server = createPageServer(options, () => port)

  async function listen(): Promise<void> {
    if (server.listening) return
    server.listen(options.port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      folder.release()
      throw portProblem(options.port, error)
    }
    const address = server.address()
    if (address !== null && typeof address !== 'string') port = address.port
  }

  return {
    kind: 'headless',
    folderOpenToOthers: folder.openToOthers,
    runtime: `Node ${process.versions.node}`,
    operatingSystem: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
    userDataFolder: options.userDataFolder,
    fixturesFolder: options.fixturesFolder,
    secrets: memorySecretStore(),
    desktop: null,
    permit: () => nothingToEnd,
    async openExternal(url) {
      if (!mayOpenExternally(url)) throw new Error('This address may not be opened.')
      if (link?.send({ kind: 'open', url }) !== true) throw new Error('There is no page to open it beside.')
    },
    // the browser is not ours: only the user can restart it
    renewSound: () => undefined,
    async listenToHotkey(listener) {
      listener.state({ ...noHotkeys, reason: messageOf('key-in-browser') })
      return noHotkeysHeld
    },
    askNatively: () => Promise.resolve(null),
    windowVisible: () => link?.isVisible() ?? false,
    windowFocused: () => link?.isVisible() ?? false,
    onVisibilityChange(listener) {
      visibilityListeners.add(listener)
      return { dispose: () => void visibilityListeners.delete(listener) }
    },
    onQuit: tasks.add,
    endByForce: tasks.endByForce,
    // the browser's window belongs to the browser, and so does what is pressed in it
    takePress: () => true,
    controlWindow: () => undefined,
    listen,
    async serve(dispatch) {
      await listen()
      link = openPageLink({
        server,
        port: () => port,
        token,
        dispatch,
        report: options.report,
        onVisibilityChange: () => {
          for (const listener of [...visibilityListeners]) listener()
        },
      })
    },
    openSideWindow: (kind) =>
      void link?.send({ kind: 'open', url: `http://127.0.0.1:${port}${companionWindowTable[kind].page}#token=${token}` }),
    sideWindowOpen: (kind) => link?.isOpen(kind) ?? false,
    emit(name, payload) {
      link?.send({ kind: 'event', name, payload })
    },
    address: () => ({ url: `http://127.0.0.1:${port}/#token=${token}`, token }),
    async close() {
      const how = await tasks.run()
      folder.release()
      link?.close()
      if (!server.listening) return how
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      return how
    },
  }
}

const nothingToEnd: Disposable = { dispose: () => undefined }

function portProblem(port: number, error: unknown): HostProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no access'
  if (code === 'EADDRINUSE') {
    return new HostProblem(`Port ${port} is taken by another program. Name another one with --port, or leave it out for any free one.`)
  }
  return new HostProblem(`Port ${port} can't be had (${code}). Name another one with --port, or leave it out for any free one.`)
}
