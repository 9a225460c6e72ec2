import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pageHeaders } from '../security-policy'
import { type Asset, readAsset } from '../static-assets'
import { isOurHost } from './admission'
import { transportScript } from './page-channel'

/** The two parts of the page in a browser. */
export interface PageFiles {
  /** Folder with the built page, the same files as in Electron. */
  readonly rendererFolder: string
  /** The built script that replaces Electron's preload. */
  readonly transportFile: string
}

/**
 * Serves the built page over HTTP with the same headers as in Electron. The only difference is one script tag in `index.html`. It
 * contains nothing secret, so it needs no token; the channel does. `port` is read on every request, because it is known only once the
 * server listens.
 */
export function createPageServer(files: PageFiles, port: () => number): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    void answer(files, request, port()).then(
      (asset) => send(request, response, asset),
      () => response.destroy(),
    )
  })
  server.maxHeadersCount = 100
  return server
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

async function answer(files: PageFiles, request: IncomingMessage, port: number): Promise<Answer> {
  if (!isOurHost(request, port)) return refusal(421, 'This is not the name of this server.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Only GET and HEAD are answered.')
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  if (path === `/${transportScript}`) return script(await readFile(files.transportFile))
  const asset = await readAsset(files.rendererFolder, path)
  return asset.headers['content-type']?.startsWith('text/html') ? withTransport(asset) : asset
}

function script(body: Uint8Array): Answer {
  return { status: 200, headers: { ...pageHeaders, 'content-type': 'text/javascript; charset=utf-8' }, body }
}

/** Inserts the extra script before every other one. */
function withTransport(asset: Asset): Answer {
  const html = new TextDecoder().decode(asset.body).replace('<head>', `<head><script src="/${transportScript}"></script>`)
  return { ...asset, body: new TextEncoder().encode(html) }
}

function refusal(status: number, text: string): Answer {
  return { status, headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' }, body: new TextEncoder().encode(`${text}\n`) }
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : body)
}
