import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { previewCsv } from '../../src/main/data/csv/preview-csv'
import { detectedChoices, type ImportChoices, type TablePreview } from '../../src/shared/data/import-choices'
import { tempFolder } from './temp-folder'

/** The preview of a file as these choices read it, or why there is none. */
export function previewedCsv(content: string | Uint8Array, choices: Partial<ImportChoices> = {}): TablePreview | string {
  const path = join(tempFolder(), 'people.csv')
  writeFileSync(path, content)
  const result = previewCsv({ path, choices: { ...detectedChoices, ...choices }, detected: null })
  return result.ok ? result.value.table : result.error.message
}
