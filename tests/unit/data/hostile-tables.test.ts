import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { importedTables } from '../../support/imported-tables'
import { sized } from '../../support/scale'

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook with this XML as the rows of its one sheet. */
function workbook(rows: Uint8Array): Uint8Array {
  const sheet = Buffer.concat([strToU8(`${head}<worksheet xmlns="${main}"><sheetData>`), rows, strToU8('</sheetData></worksheet>')])
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': strToU8(
        `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': sheet,
    },
    { level: 1 },
  )
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** The archive with another size of a sheet in its directory than it has. */
function lying(archive: Uint8Array, bytes: number): Uint8Array {
  const file = Buffer.from(archive)
  const place = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24
  file.writeUInt32LE(bytes, place)
  return file
}

describe('a spreadsheet made to harm', () => {
  it('with a cell that is too long is refused, and the row is said', async () => {
    const longest = sized(100_000_000, 17_000_000)
    const rows = Buffer.concat([
      strToU8(`<row r="1">${cell('id')}</row><row r="2">${cell('1')}</row><row r="3"><c t="inlineStr"><is><t>`),
      Buffer.alloc(longest, 'x'),
      strToU8('</t></is></c></row>'),
    ])
    expect(await importedTables('cell.xlsx', workbook(rows))).toMatchObject({ problem: expect.stringContaining('in line 3') })
  })

  it('whose sheet unpacks to gigabytes is refused before it is unpacked, and one that lies about its size is bounded', async () => {
    const plain = workbook(strToU8(`<row r="1">${cell('id')}</row><row r="2">${cell('1')}</row>`))
    expect(await importedTables('bomb.xlsx', lying(plain, 4_294_000_000))).toMatchObject({ problem: expect.stringContaining('4294 MB') })
    const rows = Buffer.alloc(sized(200_000_000, 20_000_000), ' ')
    expect(await importedTables('liar.xlsx', lying(workbook(rows), 100))).toMatchObject({
      problem: expect.stringMatching(/is damaged|no data rows/),
    })
  })

  it('with 16,000 columns is refused, and their number is said', async () => {
    const wide = await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [['a'], Array.from({ length: 16_000 }, (_, index) => index)] }] })
    expect(await importedTables('wide.xlsx', wide)).toMatchObject({ problem: expect.stringContaining('16000') })
  })

  it('with a password is refused in words that say so', async () => {
    const manifest = `${head}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="10"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>`
    const locked = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'META-INF/manifest.xml': strToU8(manifest),
      'content.xml': new Uint8Array(64).map((_, index) => (index * 73) % 251),
    })
    expect(await importedTables('locked.ods', locked)).toMatchObject({ problem: expect.stringContaining('has a password') })
    const whole = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'encrypted-package': new Uint8Array(64) })
    expect(await importedTables('locked.ods', whole)).toMatchObject({ problem: expect.stringContaining('has a password') })
  })
})
