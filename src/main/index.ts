import { homedir } from 'node:os'
import { join } from 'node:path'
import packageFacts from '../../package.json'
import { builtFolders } from './app/built-folders'
import { readInTurns } from './app/preload-modules'
import { guardProcess } from './diagnostics/upkeep/uncaught-errors'
import { type Facts, type Logger, silentLogger } from './lib/log/logger'
import { systemClock } from './lib/system-clock'
import { electronPlatform } from './platform/electron/platform'

const folders = builtFolders(import.meta.url)
let log: Logger = silentLogger
const report = (what: string, detail: unknown): void => log.warn(what, factsOf(detail))

// not awaited: a top-level await here would keep Electron from ever becoming ready
const platform = electronPlatform({
  rendererFolder: folders.renderer,
  preloadFile: folders.preload,
  fixturesFolder: folders.fixtures,
  trayFolder: folders.tray,
  clock: systemClock,
  report,
})
if (platform !== null) {
  const { userDataFolder } = platform
  let secretsNow = (): readonly string[] => []
  const home = { homeFolder: homedir(), secrets: () => secretsNow() }
  const guard = guardProcess({ process, userDataFolder, clock: systemClock, log: () => log, ...home })
  void platform.pageAsked
    .then(readInTurns)
    .then(() => Promise.all([import('./app/bootstrap'), import('./lib/log/open-log')]))
    .then(([{ bootstrap }, { openLog }]) =>
      bootstrap(platform, {
        version: packageFacts.version,
        clock: systemClock,
        openLog: (secrets) => {
          secretsNow = secrets
          log = openLog({ folder: join(userDataFolder, 'logs'), clock: systemClock, ...home })
          return log
        },
        dataFiles: folders.data,
      }),
    )
    .catch((error: unknown) => guard.startFailed(error, platform.showStartFailed))
}

function factsOf(detail: unknown): Facts {
  return { detail: detail instanceof Error ? detail : String(detail) }
}
