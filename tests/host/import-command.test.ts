import { appendFileSync, copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { runImportCommand } from '../../src/main/cli/import'
import { runQueryCommand } from '../../src/main/cli/query'
import { createEngine } from '../../src/main/data/engine'
import { newSource } from '../../src/main/data/sources/source-service'
import { createTakeOver } from '../../src/main/data/sources/take-over'
import { systemClock } from '../../src/main/lib/system-clock'
import { countingIds } from '../../src/shared/lib/ids'
import { builtDataFiles } from '../support/data-files'
import { tempFolder } from '../support/temp-folder'

async function run(command: typeof runImportCommand | typeof runQueryCommand, args: readonly string[]) {
  const output = new PassThrough()
  const problems = new PassThrough()
  const [said, complained] = [text(output), text(problems)]
  const files = await builtDataFiles()
  const code =
    command === runImportCommand
      ? await runImportCommand(args, output, problems, files.worker)
      : await runQueryCommand(args, output, problems, files)
  output.end()
  problems.end()
  return { code, output: await said, problems: await complained }
}
const importFile = (...args: string[]) => run(runImportCommand, args)
const query = (...args: string[]) => run(runQueryCommand, args)

function ledger(): string {
  const file = join(tempFolder(), 'ledger.csv')
  writeFileSync(file, 'May\npayee;amount\nCafé;1.234,50\n')
  return file
}

test('the command line takes the same choices as the preview, for a query and for an import', async () => {
  const file = ledger()
  const flags = ['--delimiter', ';', '--skip', '1', '--header', 'yes', '--encoding', 'utf-8', '--type', 'amount=comma']
  const asked = await query(file, 'SELECT amount + 1 AS more FROM ledger', '--format', 'json', ...flags)
  expect(asked).toMatchObject({ code: 0, output: '[\n{"more":1235.5}\n]\n' })
  expect(asked.problems).toContain('Types as you chose: amount.')
  const data = tempFolder()
  const added = await importFile(file, '--data', data, '--name', 'Books', ...flags)
  expect(added).toMatchObject({ code: 0, problems: '' })
  expect(added.output).toContain('Books: ledger (1 rows)')
  expect(await query('books', 'SELECT amount FROM ledger', '--data', data, '--format', 'csv')).toMatchObject({
    output: 'amount\r\n1234.5\r\n',
  })
  expect(readdirSync(join(data, 'data', 'sources')).length).toBe(1)
  expect(await importFile(file, '--data', data, '--name', 'BOOKS')).toMatchObject({
    code: 5,
    problems: expect.stringContaining('already a source'),
  })
})

test('a preview is printed and nothing is imported', async () => {
  const { code, output } = await importFile(ledger(), '--preview')
  expect(code).toBe(0)
  expect(output).toContain('delimiter: ;\nheader: yes\nlines above: 1\n')
  expect(output).toContain('type: amount=text (may be comma)')
  expect(output).toContain('1.234,50')
})

test('a preview of a workbook, of records or of a Parquet file has its sheets, their headers, and the types of the columns', async () => {
  for (const name of ['parcels.xlsx', 'parcels.ods']) {
    const { code, output } = await importFile(`tests/fixtures/tables/${name}`, '--preview')
    expect(code).toBe(0)
    expect(output).toContain('sheet: Parcels 2026\nheader: yes\nlines above: 0\ntype: id=integer\ntype: city=text\ntype: weight=real\n')
    expect(output).toContain('sheet: 町\nheader: yes\n')
    expect(output).toContain('Ōsaka')
    expect(output).not.toContain('Empty')
  }
  const one = await importFile('tests/fixtures/tables/parcels.ods', '--preview', '--sheet', '町', '--type', 'people=text')
  expect(one.output).toContain('sheet: 町\nheader: yes\nlines above: 0\ntype: name=text\ntype: people=text\n')
  expect(one.output).not.toContain('Parcels 2026')
  expect(await importFile('tests/fixtures/tables/parcels.ods', '--preview', '--sheet', 'Towns')).toMatchObject({
    code: 5,
    problems: expect.stringContaining('has no sheet Towns. Its sheets are: Parcels 2026, Empty, 町.'),
  })
  const parquet = await importFile('tests/fixtures/tables/parcels.parquet', '--preview')
  expect(parquet.output).toContain('type: paid=boolean\ntype: day=text\n')
  expect(parquet.output).not.toContain('header:')
  const records = join(tempFolder(), 'a.ndjson')
  writeFileSync(records, '{"id":1,"city":"Kōbe"}\n{"id":9007199254740993}\n')
  const { output } = await importFile(records, '--preview')
  expect(output).toContain('type: id=integer\ntype: city=text\n')
  expect(output).toContain('9007199254740993')
})

test.each(['parcels.xlsx', 'parcels.ods', 'parcels.parquet', '../csv/neg.csv'])(
  '%s that changes while it is read is refused, and no copy is left',
  async (name) => {
    const folder = tempFolder()
    const path = join(folder, basename(name))
    copyFileSync(join('tests/fixtures/tables', name), path)
    const { worker: workerFile } = await builtDataFiles()
    const workFolder = join(folder, 'work')
    const engine = createEngine({ workerFile, workFolder, clock: systemClock, newId: countingIds(), onStuck: () => undefined })
    onTestFinished(() => engine.close())
    const takeOver = createTakeOver({
      ...engine,
      async run(kind, ask, limits) {
        const read = await engine.run(kind, ask, limits)
        appendFileSync(path, '9,9\n')
        return read
      },
    })
    const given = { sourceId: 'source-1', name, kind: 'csv' as const, addedAt: 0, copiedAt: null, fileNames: [name], paths: [path] }
    const target = join(folder, 'copy.db')
    const taken = await takeOver({ source: newSource(given), target, signal: new AbortController().signal, onProgress: () => undefined })
    expect(taken).toMatchObject({ ok: false, error: { code: 'source-changing' } })
    expect([existsSync(target), readdirSync(workFolder)]).toEqual([false, []])
  },
)

test('a workbook with a password, or in the old format, is refused in words that say which', async () => {
  const data = tempFolder()
  for (const [name, problem] of [
    ['locked.xlsx', 'locked.xlsx has a password. Nothing was imported.'],
    ['old.xls', 'old.xls is in the old XLS format. Nothing was imported.'],
  ] as const) {
    for (const more of [['--data', data], ['--preview']])
      expect(await importFile(`tests/fixtures/tables/${name}`, ...more)).toMatchObject({
        code: 5,
        problems: expect.stringContaining(problem),
      })
  }
})

test('a file that can’t be read leaves no source, and wrong options are named', async () => {
  const data = tempFolder()
  expect(await importFile(join(data, 'gone.csv'), '--data', data)).toMatchObject({ code: 5, problems: expect.stringContaining('gone.csv') })
  expect(existsSync(join(data, 'data', 'sources')) ? readdirSync(join(data, 'data', 'sources')) : []).toEqual([])
  expect(await importFile('resources/sample/shop.db', '--preview')).toMatchObject({
    code: 5,
    problems: expect.stringContaining('no preview'),
  })
  const sheets = await importFile('tests/fixtures/tables/parcels.ods', '--data', data)
  expect(sheets).toMatchObject({ code: 0, output: 'parcels: Parcels 2026 (3 rows), 町 (2 rows)\n' })
  for (const [flag, problem] of [
    [['--delimiter', 'x'], '--delimiter is one of'],
    [['--header', 'maybe'], '--header is yes or no'],
    [['--skip', '-'], '--skip takes a number'],
    [['--type', 'amount'], '--type is COLUMN=TYPE'],
    [['--type', 'amount=date'], 'text, integer, real, boolean, point, comma'],
  ] as const) {
    expect(await importFile(ledger(), '--data', data, ...flag)).toMatchObject({ code: 2, problems: expect.stringContaining(problem) })
    expect(await query(ledger(), 'SELECT 1', ...flag)).toMatchObject({ code: 2, problems: expect.stringContaining(problem) })
  }
  expect(await importFile(ledger())).toMatchObject({ code: 2, problems: expect.stringContaining('--data') })
})
