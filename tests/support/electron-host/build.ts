import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { nativePackages, nodeTarget } from '../../../scripts/build-targets.mjs'

/**
 * A small app with the real Electron host and the real preload script, built inside the project so that it finds the
 * packages.
 */
export interface BuiltElectronHost {
  readonly folder: string
  remove(): Promise<void>
}

/** Builds it: `main.js`, `preload.cjs` and `renderer/` in the layout of the real build. */
export async function buildElectronHost(): Promise<BuiltElectronHost> {
  await mkdir('out', { recursive: true })
  const folder = resolve(await mkdtemp(join('out', 'test-host-')))
  const bundle = (input: string, file: string, format: 'es' | 'cjs') =>
    build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: false,
        target: nodeTarget,
        rolldownOptions: { input, external: nativePackages, output: { format, entryFileNames: file } },
      },
    })
  await bundle('tests/support/electron-host/main.ts', 'main.js', 'es')
  await bundle('src/preload/index.ts', 'preload.cjs', 'cjs')
  await mkdir(join(folder, 'renderer'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'parley-test-host', version: '0.0.1', type: 'module', main: 'main.js' }),
  )
  for (const page of ['index', 'inspector', 'overlay', 'quick']) {
    await writeFile(
      join(folder, 'renderer', `${page}.html`),
      '<!doctype html><html><head><title>page</title><script type="module" src="/page.js"></script></head><body><main>page</main></body></html>',
    )
  }
  await writeFile(join(folder, 'renderer', 'page.js'), 'document.body.dataset.loaded = "yes"\n')
  await writeFile(
    join(folder, 'renderer', 'worklet.js'),
    "registerProcessor('nothing', class extends AudioWorkletProcessor { process() { return true } })\n",
  )
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
