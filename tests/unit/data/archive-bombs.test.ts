import { deflateRawSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { importedTables, tableFixture } from '../../support/imported-tables'
import { longArchive, packedLetters, type WrittenPart } from '../../support/long-archive'
import { sized } from '../../support/scale'

const TEN_GB = 10_000_000_000
const SHEETS = { 'parcels.xlsx': 'xl/worksheets/sheet1.xml', 'parcels.ods': 'content.xml' } as const
type Workbook = keyof typeof SHEETS

/** The parts of a real workbook, as an archive with numbers of 64 bits has them. */
function partsOf(workbook: Workbook): readonly WrittenPart[] {
  return Object.entries(unzipSync(tableFixture(workbook))).map(([name, content]) => ({
    ...{ name, packed: deflateRawSync(content), bytes: content.length },
  }))
}

/** The workbook with another sheet. */
function withSheet(workbook: Workbook, change: Partial<WrittenPart>, shortCount?: number): Buffer {
  const parts = partsOf(workbook).map((part) => (part.name === SHEETS[workbook] ? { ...part, ...change } : part))
  return longArchive(parts, shortCount)
}

/** The problem of a file, which must be found at once and in little memory. */
async function problemOf(name: string, file: Buffer): Promise<string | null> {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const start = performance.now()
  const { problem } = await importedTables(name, file)
  const ms = performance.now() - start
  clearInterval(watch)
  // the small size runs beside other tests, which take the processor
  expect(ms).toBeLessThan(sized(1_000, 10_000))
  expect(most - before).toBeLessThan(300_000_000)
  return problem
}

const damaged = expect.stringContaining('is damaged or incomplete')

describe.each(['parcels.xlsx', 'parcels.ods'] as const)('%s as an archive with numbers of 64 bits', (workbook) => {
  it('is read as any other', async () => {
    const { problem, tables } = await importedTables(workbook, longArchive(partsOf(workbook)))
    expect(problem).toBeNull()
    expect(tables).toEqual((await importedTables(workbook, tableFixture(workbook))).tables)
  })

  it('is refused for the 10 GB that it says it has, in a file of a few kB', async () => {
    const file = withSheet(workbook, { packed: packedLetters(10_000_000), bytes: TEN_GB })
    expect(file.length).toBeLessThan(50_000)
    expect(await problemOf(workbook, file)).toContain('10000 MB')
  })

  it('is refused as damaged where 10 GB stand behind a size of 100 bytes, of nothing, or of none', async () => {
    const packed = packedLetters(TEN_GB)
    expect(await problemOf(workbook, withSheet(workbook, { packed, bytes: 100 }))).toEqual(damaged)
    expect(await problemOf(workbook, withSheet(workbook, { packed, bytes: 0 }))).toEqual(damaged)
    expect(await problemOf(workbook, withSheet(workbook, { packed, bytes: 0, isSizeBehind: true }))).toEqual(damaged)
  })

  it('is refused as damaged where its two directories differ, of which readers take one or the other', async () => {
    expect(await problemOf(workbook, withSheet(workbook, {}, 1))).toEqual(damaged)
  })

  it('is refused as damaged where parts share their bytes, which would unpack to any size', async () => {
    const packed = packedLetters(10_000_000)
    const own = { name: 'a0', packed, bytes: 1_000 }
    const others = Array.from({ length: 1_000 }, (_, index) => ({ ...own, name: `a${index + 1}`, shares: 'a0' }))
    expect(await problemOf(workbook, longArchive([...partsOf(workbook), own, ...others]))).toEqual(damaged)
  })
})

it('an ODS file is refused as damaged where the list of its parts unpacks to more than it says', async () => {
  const list = { name: 'META-INF/manifest.xml', packed: packedLetters(TEN_GB), bytes: 1_000 }
  const others = partsOf('parcels.ods').filter(({ name }) => name !== list.name)
  expect(await problemOf('parcels.ods', longArchive([...others, list]))).toEqual(damaged)
})

it('an XLSX file is refused as damaged where its texts are 10 GB behind a size of nothing', async () => {
  const texts = { name: 'xl/sharedStrings.xml', packed: packedLetters(TEN_GB), bytes: 0 }
  const others = partsOf('parcels.xlsx').filter(({ name }) => name !== texts.name)
  expect(await problemOf('parcels.xlsx', longArchive([...others, texts]))).toEqual(damaged)
})
