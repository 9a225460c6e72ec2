import { homedir } from 'node:os'
import { join } from 'node:path'
import packageFacts from '../../package.json'
import { builtFolders } from './built-folders'
import { electronPlatform } from './electron/platform'
import { listFixtures } from './fixtures/list-fixtures'
import { type Facts, type Logger, silentLogger } from './log/logger'
import { openLog } from './log/open-log'
import { randomIds } from './random-ids'
import { withOpenedRecording } from './replay/opened-recording'
import { start } from './start'
import { systemClock } from './system-clock'
import { guardProcess } from './upkeep/guard-process'
import { updateEngineHere } from './upkeep/update-engine-here'

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
  const { userDataFolder, fixturesFolder } = platform
  let secretsNow = (): readonly string[] => []
  const home = { homeFolder: homedir(), secrets: () => secretsNow() }
  guardProcess({ process, userDataFolder, clock: systemClock, log: () => log, ...home })
  const recordings = listFixtures(fixturesFolder).then((listed) => withOpenedRecording(process.argv.slice(1), process.cwd(), listed))
  void Promise.all([recordings, updateEngineHere()])
    .then(([{ fixtures, problems, opened }, updateEngine]) =>
      start(platform, {
        version: packageFacts.version,
        clock: systemClock,
        newId: randomIds,
        openLog: (secrets) => {
          secretsNow = secrets
          log = openLog({ folder: join(userDataFolder, 'logs'), clock: systemClock, ...home })
          return log
        },
        environment: process.env,
        replaySpeed: null,
        fixtures,
        fixtureProblems: problems,
        openedRecording: opened,
        dataFiles: folders.data,
        updateEngine,
      }),
    )
    .catch((error: unknown) => {
      log.error('start failed', factsOf(error))
      process.exitCode = 1
      process.kill(process.pid)
    })
}

function factsOf(detail: unknown): Facts {
  return { detail: detail instanceof Error ? detail : String(detail) }
}
