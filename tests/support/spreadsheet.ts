import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { JSDOM } from 'jsdom'
import { tempFolder } from './temp-folder'

const run = promisify(execFile)

/** A cell as a spreadsheet read it: a number, or a text as it shows it. */
export type SheetCell = number | string

/** Opens a CSV file in UTF-8, or with null a workbook, in LibreOffice, and returns its cells. Throws if it would run one of them. */
export async function openedInSpreadsheet(file: string, delimiter: string | null = ','): Promise<readonly (readonly SheetCell[])[]> {
  const folder = tempFolder()
  // a profile of its own, without other open documents
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  // the delimiter, the quote, UTF-8, from the first line on
  const filter = delimiter === null ? [] : [`--infilter=CSV:${delimiter.charCodeAt(0)},34,76,1`]
  await run('soffice', [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, file], { timeout: 100_000 })
  return cellsOf(await readFile(join(folder, `${basename(file, extname(file))}.fods`), 'utf8'))
}

function cellsOf(flatDocument: string): readonly (readonly SheetCell[])[] {
  const { document } = new JSDOM(flatDocument.replaceAll('<text:tab/>', '\t').replaceAll('<text:s/>', ' '), { contentType: 'text/xml' })
    .window
  const rows = [...document.getElementsByTagName('table:table-row')].map((row) =>
    [...row.getElementsByTagName('table:table-cell')].map((cell): SheetCell => {
      if (cell.hasAttribute('table:formula')) throw new Error(`the spreadsheet runs ${cell.getAttribute('table:formula')}`)
      const number = cell.getAttribute('office:value-type') === 'float' ? cell.getAttribute('office:value') : null
      return number === null ? [...cell.getElementsByTagName('text:p')].map(({ textContent }) => textContent).join('\n') : Number(number)
    }),
  )
  // empty cells at the end of a row are the rest of the sheet
  return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)).filter((row) => row.length > 0)
}
