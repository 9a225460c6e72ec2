import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** Builds the headless page's transport script with its own configuration, and a small page to serve with it. */
export async function buildHeadlessPage(): Promise<{
  readonly folder: string
  readonly rendererFolder: string
  readonly transportFile: string
}> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-page-'))
  await build({ configFile: 'vite.headless-page.config.ts', logLevel: 'error', build: { outDir: join(folder, 'cli') } })
  const rendererFolder = join(folder, 'renderer')
  await mkdir(join(rendererFolder, 'assets'), { recursive: true })
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><html><head><title>page</title></head><body></body></html>')
  await writeFile(join(rendererFolder, 'assets', 'page.js'), 'export {}\n')
  await writeFile(join(folder, 'secret.txt'), 'outside\n')
  return { folder, rendererFolder, transportFile: join(folder, 'cli', 'headless-transport.js') }
}
