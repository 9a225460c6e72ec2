import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An update server for a package: a folder of a web server, with one file that lists its content. */
export interface UpdateServer {
  readonly address: string
  /** Offers a newer Debian package; a dishonest one has other contents than listed. */
  offer(version: string, look: { readonly honest: boolean }): void
  /** The paths that were asked for so far. */
  asked(): readonly string[]
  close(): Promise<void>
}

/** Starts it on loopback, without any offer. */
export async function startUpdateServer(): Promise<UpdateServer> {
  const asked: string[] = []
  let files: ReadonlyMap<string, string> = new Map()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    asked.push(path)
    const body = files.get(path)
    response.writeHead(body === undefined ? 404 : 200)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    offer(version, { honest }) {
      const name = `parley_${version}_amd64.deb`
      const contents = `what Parley ${version} consists of`
      const sha512 = createHash('sha512')
        .update(honest ? contents : 'something else')
        .digest('base64')
      const said = { version, files: [{ url: name, sha512, size: contents.length }], path: name, sha512, releaseNotes: 'It sings.' }
      // JSON is valid YAML, which is the expected format
      files = new Map([
        ['/latest-linux.yml', JSON.stringify(said)],
        [`/${name}`, contents],
      ])
    },
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
