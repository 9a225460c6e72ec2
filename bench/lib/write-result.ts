import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../src/shared/lib/json-value'
import { type NamedRatio, type Ratio, ratiosSchema } from './ratios'

/** Writes a result, with its ratios, to `bench-results/NAME.json` in the present folder and says so. */
export async function writeResult(name: string, result: object, ratios: readonly Ratio[] = []): Promise<void> {
  const file = fileOf(name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ ...result, ratios }, null, 2)}\n`)
  process.stdout.write(`Written to ${file}\n`)
}

/** The ratios that a bench has written; none if it could not measure. */
export async function writtenRatios(bench: string): Promise<readonly NamedRatio[]> {
  const written = ratiosSchema.safeParse(parseJson(await readFile(fileOf(bench), 'utf8').catch(() => '')))
  return written.success ? written.data.ratios.map((ratio) => ({ bench, ...ratio })) : []
}

const fileOf = (name: string): string => path.join('bench-results', `${name}.json`)
