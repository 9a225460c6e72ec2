import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import electronViteConfig from '../../electron.vite.config'
import { readAsset } from '../../src/main/assets'

/** The built page on a loopback address. */
export interface UiSite {
  readonly address: string
  close(): Promise<void>
}

/** Builds the page with the product's own settings and serves it by the product's own rule, with its headers. */
export async function serveUi(): Promise<UiSite> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-ui-'))
  const config = electronViteConfig.renderer ?? {}
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../../src/renderer'),
    build: {
      ...config.build,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(import.meta.dirname, '../../src/renderer/index.html') },
    },
  })
  const server = createServer((request, response) => {
    void readAsset(folder, request.url ?? '/').then((asset) => {
      response.writeHead(asset.status, asset.headers)
      response.end(asset.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page got no port')
  return {
    address: `http://127.0.0.1:${address.port}/`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
