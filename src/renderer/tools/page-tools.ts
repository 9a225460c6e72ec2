import type { Client } from '../../shared/ipc/client'
import { changeBgm } from '../../shared/tools/change-bgm'
import { exportCsv } from '../../shared/tools/export-csv'
import { getLocation } from '../../shared/tools/get-location'
import type { BackgroundMusic } from './background-music'
import { findLocation } from './find-location'
import { implementPageTool, type PageTool } from './page-tool'

/** The tools that only a page can run. */
export function pageTools(
  client: Pick<Client, 'call'>,
  music: BackgroundMusic,
  geolocation: Geolocation,
  report: (error: unknown) => void,
): readonly PageTool[] {
  return [
    implementPageTool(
      changeBgm,
      async ({ track }, signal) => {
        if (track === 'off') music.stop()
        else await music.play(track, signal)
        return { playing: music.playing() }
      },
      report,
    ),
    implementPageTool(
      exportCsv,
      async (input, signal) => {
        // exports are rare, and their code is not needed at the start
        const [{ exportCsvInPage }, { saveTable }] = await Promise.all([import('./export-csv-in-page'), import('./save-table')])
        return exportCsvInPage(client, saveTable, input, signal)
      },
      report,
    ),
    implementPageTool(getLocation, (input, signal) => findLocation(input, geolocation, signal), report),
  ]
}
