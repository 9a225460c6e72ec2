import { WORKBOOK_TYPE } from '../data/write-xlsx'
import { saveFile } from '../settings/audit/save-file'

/** Saves a table that was written: as a download where there is no dialog. */
export function saveTable(fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]): void {
  saveFile(fileName, fileName.endsWith('.xlsx') ? WORKBOOK_TYPE : 'text/csv', ...parts)
}
