import type { Client } from '../../shared/ipc/client'
import { changeBgm } from '../../shared/tools/change-bgm'
import { exportCsv } from '../../shared/tools/export-csv'
import { getLocation } from '../../shared/tools/get-location'
import { WORKBOOK_TYPE } from '../data/write-xlsx'
import { saveFile } from '../settings/audit/save-file'
import type { BackgroundMusic } from './background-music'
import { exportCsvInPage } from './export-csv-in-page'
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
    implementPageTool(exportCsv, (input, signal) => exportCsvInPage(client, saveTable, input, signal), report),
    implementPageTool(getLocation, (input, signal) => findLocation(input, geolocation, signal), report),
  ]
}

function saveTable(fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]): void {
  saveFile(fileName, fileName.endsWith('.xlsx') ? WORKBOOK_TYPE : 'text/csv', ...parts)
}
