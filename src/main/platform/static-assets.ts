import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { pageHeaders, voiceWorkerPolicy } from './security-policy'

/** The file types of a built page; other extensions are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
}

/** One answer to the page, the same on both hosts. */
export interface Asset {
  readonly status: 200 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * The relative path of the requested file, or null if there is none. Only plain segments of letters, digits, `_`, `-`, `@` and `.` are
 * valid, so no path can leave the folder or be ambiguous.
 */
export function assetPath(requestPath: string): string | null {
  if (requestPath === '/') return 'index.html'
  if (!/^(?:\/[A-Za-z0-9_@-][A-Za-z0-9_@.-]*)+$/.test(requestPath)) return null
  return Object.hasOwn(types, extname(requestPath)) ? requestPath.slice(1) : null
}

/** A file of the built page, and its headers. */
export interface AssetPlace {
  /** absolute, without links */
  readonly file: string
  /** its `content-type` */
  readonly type: string
  /** all other headers */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Finds one file of the built page. `requestPath` is the path of the address as received, without query. Null if it does not name a
 * file inside `folder`, even after following links. Never throws.
 */
export function findAsset(folder: string, requestPath: string): AssetPlace | null {
  const relative = assetPath(requestPath)
  if (relative === null) return null
  try {
    const root = realpathSync(folder)
    const file = realpathSync(join(root, relative))
    if (!file.startsWith(root + sep)) return null
    return { file, type: types[extname(relative)] ?? 'application/octet-stream', headers: headersOf(relative) }
  } catch {
    return null
  }
}

/** Reads what `findAsset` finds; everything else is a 404. Never rejects. */
export async function readAsset(folder: string, requestPath: string): Promise<Asset> {
  const place = findAsset(folder, requestPath)
  if (place === null) return notFound
  try {
    const body = new Uint8Array(await readFile(place.file))
    return { status: 200, headers: { ...place.headers, 'content-type': place.type }, body }
  } catch {
    return notFound
  }
}

/** The built voice worker, and no other file. */
const voiceWorker = /^assets\/voice\.worker-[A-Za-z0-9_-]+\.js$/

function headersOf(path: string): Readonly<Record<string, string>> {
  return voiceWorker.test(path) ? { ...pageHeaders, 'content-security-policy': voiceWorkerPolicy } : pageHeaders
}

const notFound: Asset = {
  status: 404,
  headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode('There is no such file.\n'),
}
