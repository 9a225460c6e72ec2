import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { ensureBuilt } from '../../scripts/setup/build.mjs'
import { createReport } from '../../scripts/setup/report.mjs'
import { readAsset } from '../../src/main/platform/static-assets'

/** The built page on a loopback address. */
export interface UiSite {
  readonly address: string
  close(): Promise<void>
}

/**
 * Serves the product's own built page (built first if its sources have changed) with the product's code and headers.
 */
export async function serveUi(): Promise<UiSite> {
  await ensureBuilt('app', createReport())
  const folder = resolve('out/renderer')
  const server = createServer((request, response) => {
    void readAsset(folder, request.url ?? '/').then((asset) => {
      response.writeHead(asset.status, asset.headers)
      response.end(asset.body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page got no port')
  return {
    address: `http://127.0.0.1:${address.port}/`,
    async close() {
      await new Promise((closed) => server.close(closed))
    },
  }
}
