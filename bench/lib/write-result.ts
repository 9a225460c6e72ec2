import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes a result to `bench-results/NAME.json` in the present folder and says so. */
export async function writeResult(name: string, result: unknown): Promise<void> {
  const file = path.join('bench-results', `${name}.json`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(`Written to ${file}\n`)
}
