import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { nativePackages, nodeTarget } from '../../scripts/build-targets.mjs'
import type { DataFiles } from '../../src/main/data/data-module'

let building: Promise<DataFiles> | null = null

/** The query worker built from its sources, and the sample; built once for each test file. */
export function builtDataFiles(): Promise<DataFiles> {
  building ??= buildWorker()
  return building
}

async function buildWorker(): Promise<DataFiles> {
  // inside node_modules, so that the worker finds the engine
  const cache = join('node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'parley-worker-'))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: nodeTarget,
      rolldownOptions: {
        input: { 'sql-worker': 'src/main/data/worker/index.ts' },
        external: nativePackages,
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
  return { worker: join(process.cwd(), outDir, 'sql-worker.js'), sample: join(process.cwd(), 'resources', 'sample', 'shop.db') }
}
