import { updateEngineHere } from '../diagnostics/upkeep/update-engine-here'
import { randomIds } from '../lib/random-ids'
import type { Platform } from '../platform/platform'
import { withOpenedRecording } from '../replay/opened-recording'
import { listFixtures } from '../replay/simulator/list-fixtures'
import { composeApp, type Running, type StartOptions } from './compose-app'

/** Facts that only the entry point knows. */
export type Entry = Pick<StartOptions, 'version' | 'clock' | 'openLog' | 'dataFiles'>

/** Loads the desktop app's shipped recordings and update address, and starts the app on its platform. */
export async function bootstrap(platform: Platform, entry: Entry): Promise<Running> {
  const listed = await listFixtures(platform.fixturesFolder)
  const [{ fixtures, fromFiles, problems, opened }, updateEngine] = await Promise.all([
    withOpenedRecording(process.argv.slice(1), process.cwd(), listed),
    updateEngineHere(),
  ])
  return composeApp(platform, {
    ...entry,
    newId: randomIds,
    environment: process.env,
    replaySpeed: null,
    fixtures,
    fromFiles,
    fixtureProblems: problems,
    openedRecording: opened,
    updateEngine,
  })
}
