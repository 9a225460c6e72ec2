import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createEngine } from '../../src/main/data/engine'
import { newSource } from '../../src/main/data/sources/source-service'
import { createTakeOver } from '../../src/main/data/sources/take-over'
import { systemClock } from '../../src/main/lib/system-clock'
import { countingIds } from '../../src/shared/lib/ids'
import { textOf } from '../../src/shared/lib/result'
import { modelText } from '../../src/shared/messages/message'
import { builtDataFiles } from '../support/data-files'
import { PATIENCE, sized } from '../support/scale'
import { tempFolder } from '../support/temp-folder'

const MEGABYTE = 1_000_000

/** Writes a file of a beginning, so many megabytes of one letter, and an end. */
async function writeLong(path: string, begin: string, megabytes: number, end: string): Promise<void> {
  const piece = 'x'.repeat(MEGABYTE)
  await pipeline(
    Readable.from(
      (function* () {
        yield begin
        for (let count = 0; count < megabytes; count += 1) yield piece
        yield end
      })(),
    ),
    createWriteStream(path),
  )
}

/** The directory of an archive says that a sheet unpacks to so many bytes. */
function bomb(bytes: number): Uint8Array {
  const file = Buffer.from(
    zipSync({ 'xl/workbook.xml': new Uint8Array(100), 'xl/worksheets/sheet1.xml': new Uint8Array(10 * MEGABYTE) }, { level: 1 }),
  )
  file.writeUInt32LE(bytes, file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24)
  return file
}

test('files made to harm are refused in words, while the app answers, and in bounded memory', { timeout: PATIENCE }, async () => {
  const folder = tempFolder()
  const { worker: workerFile } = await builtDataFiles()
  const engine = createEngine({
    ...{ workerFile, workFolder: join(folder, 'work'), clock: systemClock, newId: countingIds(), onStuck: () => undefined },
  })
  onTestFinished(() => engine.close())
  const long = sized(100, 20)
  const path = (name: string) => join(folder, name)
  await writeLong(path('cell.csv'), 'id,note\n1,', long, '\n')
  await writeLong(path('quote.csv'), 'id,note\n1,"', long, '')
  await writeLong(path('cell.ndjson'), '{"id":1,"note":"', long, '"}\n')
  await pipeline(Readable.from([bomb(4_294_000_000)]), createWriteStream(path('bomb.xlsx')))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  onTestFinished(() => clearInterval(watch))
  delay.enable()
  const problems: Record<string, string> = {}
  for (const name of ['cell.csv', 'quote.csv', 'cell.ndjson', 'bomb.xlsx']) {
    const given = { sourceId: 'source-1', name, kind: 'csv' as const, addedAt: 0, copiedAt: null, fileNames: [name], paths: [path(name)] }
    const taken = await createTakeOver(engine)({
      source: newSource(given),
      target: path('copy.db'),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    problems[name] = taken.ok ? 'imported' : modelText(textOf(taken.error))
  }
  delay.disable()
  expect(problems).toEqual({
    'cell.csv': expect.stringContaining('Line 2 of cell.csv is longer than 17 million characters'),
    'quote.csv': expect.stringContaining('or a quote in it is not closed'),
    'cell.ndjson': expect.stringMatching(/is too large|longer than 17 million/),
    'bomb.xlsx': expect.stringContaining('4294 MB'),
  })
  expect(existsSync(path('copy.db'))).toBe(false)
  // the small size runs beside other tests, which take the processor
  expect(delay.percentile(99) / 1e6).toBeLessThan(sized(50, 250))
  expect((peak - before) / MEGABYTE).toBeLessThan(700)
})
