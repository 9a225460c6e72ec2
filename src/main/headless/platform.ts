import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Clock } from '../../shared/lib/clock'
import type { Disposable, Platform } from '../platform'
import { mayOpenExternally } from '../policy'
import { quitTasks } from '../quit-tasks'
import { memorySecretStore } from '../secrets/secret-store'
import { openPageLink, type PageLink } from './page-link'
import { createPageServer, type PageFiles } from './page-server'

/** Where the built parts lie, and what the host takes from the app. */
export interface HeadlessParts extends PageFiles {
  readonly userDataFolder: string
  readonly fixturesFolder: string
  /** 0 takes any free port. */
  readonly port: number
  readonly clock: Clock
  readonly report: (what: string, detail: unknown) => void
}

/** The host without a window, with the way to its page. */
export interface HeadlessPlatform extends Platform {
  /** `url` holds the token in its fragment, which a browser keeps to itself. Only after `serve`. */
  address(): { readonly url: string; readonly token: string }
  /** Runs what waits for the end, then closes the server and the page's channel. */
  close(): Promise<void>
}

/**
 * The app's host on plain Node, for machines without a display and for tests: the built page on 127.0.0.1, calls and
 * events over a WebSocket that takes a fresh token of 256 bits. Secrets stay in memory; there is no global talk key.
 */
export function headlessPlatform(parts: HeadlessParts): HeadlessPlatform {
  mkdirSync(parts.userDataFolder, { recursive: true })
  const token = randomBytes(32).toString('base64url')
  const tasks = quitTasks(parts.clock, parts.report)
  const visibilityListeners = new Set<() => void>()
  let port = parts.port
  let link: PageLink | null = null
  const server = createPageServer(parts, () => port)

  return {
    kind: 'headless',
    runtime: `Node ${process.versions.node}`,
    operatingSystem: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
    userDataFolder: parts.userDataFolder,
    fixturesFolder: parts.fixturesFolder,
    secrets: memorySecretStore(),
    desktop: null,
    permit: () => nothingToEnd,
    async openExternal(url) {
      if (!mayOpenExternally(url)) throw new Error('This address may not be opened.')
      if (link?.send({ kind: 'open', url }) !== true) throw new Error('There is no page to open it beside.')
    },
    async listenToHotkey(listener) {
      listener.state({ mode: 'none', global: false, keys: [], reason: 'In a browser the talk key works only while this page is in front.' })
      return nothingToEnd
    },
    askNatively: () => Promise.resolve(null),
    windowVisible: () => link?.isVisible() ?? false,
    onVisibilityChange(listener) {
      visibilityListeners.add(listener)
      return { dispose: () => void visibilityListeners.delete(listener) }
    },
    onQuit: (task) => tasks.add(task),
    // the browser's window is the browser's
    controlWindow: () => undefined,
    async serve(dispatch) {
      server.listen(parts.port, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      if (address !== null && typeof address !== 'string') port = address.port
      link = openPageLink({
        server,
        port: () => port,
        token,
        dispatch,
        report: parts.report,
        onVisibilityChange: () => {
          for (const listener of [...visibilityListeners]) listener()
        },
      })
    },
    emit(name, payload) {
      link?.send({ kind: 'event', name, payload })
    },
    address: () => ({ url: `http://127.0.0.1:${port}/#token=${token}`, token }),
    async close() {
      await tasks.run()
      link?.close()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const nothingToEnd: Disposable = { dispose: () => undefined }
