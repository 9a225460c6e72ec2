import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonObject, parseJson } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument } from './client-violation'
import { allowKeys, requireObject, requireText } from './json-shape'
import { checkMedia } from './media-rules'

const START_PATH = /^\/((?:[^/]+\/)*)upload\/v1beta\/files$/
const UPLOAD_PATH = /^\/(?:[^/]+\/)*upload\/v1beta\/files\/([a-z0-9]+)$/
const FILE_PATH = /^\/(?:[^/]+\/)*v1beta\/files\/([a-z0-9]+)$/
/** Every piece but the last one is a multiple of this. */
const GRANULARITY = 256 * 1024
const LARGEST_FILE = 2 * 1024 ** 3
/** The service forgets a file after two days. */
const KEPT_MS = 48 * 60 * 60_000
/** Of more files, the oldest are forgotten; so are those whose pieces together are larger than this. */
const MOST_FILES = 32
const MOST_WAITING_BYTES = 128 * 1024 * 1024

interface StoredFile {
  readonly mimeType: string
  readonly size: number
  readonly pieces: Buffer[]
  received: number
  isWhole: boolean
  /** How often it is still said to be worked on. */
  looks: number
}

/** What the server gets of an uploaded file. */
export interface UploadedFact {
  readonly mimeType: string
  readonly bytes: number
}

/**
 * The files API over its resumable protocol: a start that announces type and length, pieces in order at their offsets, and a
 * last one that finalizes. A file is worked on for a moment before requests may name it.
 */
export class FileService {
  private readonly files = new Map<string, StoredFile>()
  private readonly clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock
  }

  /** Whether a path is one of the files API. */
  static isAt(url: string): boolean {
    const path = pathOf(url)
    return START_PATH.test(path) || UPLOAD_PATH.test(path) || FILE_PATH.test(path)
  }

  /** Answers one request. Throws `ClientViolation` where it breaks the protocol. */
  answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const path = pathOf(request.url ?? '')
    const [, uploadId] = UPLOAD_PATH.exec(path) ?? []
    const [, fileId] = FILE_PATH.exec(path) ?? []
    if (request.method === 'POST' && START_PATH.test(path)) this.start(request, response, body)
    else if (request.method === 'POST' && uploadId !== undefined) this.take(uploadId, request, response, body)
    else if (request.method === 'GET' && fileId !== undefined) this.look(fileId, response)
    else throw invalidArgument('There is no such method of the files API.')
  }

  /** Checks that a request may name this file. */
  check(value: JsonValue | undefined, place: string): void {
    const named = requireObject(value, place)
    const uri = requireText(named.fileUri, `${place}.fileUri`)
    const [, id = ''] = FILE_PATH.exec(pathOf(uri)) ?? []
    const file = this.files.get(id)
    if (file === undefined) throw invalidArgument(`You do not have permission to access the File ${id} or it may not exist.`)
    if (!file.isWhole || file.looks > 0) throw invalidArgument(`The File ${id} is not in an ACTIVE state and usage is not allowed.`)
    if (named.mimeType !== file.mimeType) throw invalidArgument(`${place}.mimeType is not that of the File ${id}.`)
  }

  /** The whole files, in the order in which they came. */
  uploaded(): readonly UploadedFact[] {
    return [...this.files.values()].filter(({ isWhole }) => isWhole).map(({ mimeType, size }) => ({ mimeType, bytes: size }))
  }

  private start(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (header(request, 'x-goog-upload-protocol') !== 'resumable' || header(request, 'x-goog-upload-command') !== 'start')
      throw invalidArgument('An upload begins with the protocol "resumable" and the command "start".')
    const size = Number(header(request, 'x-goog-upload-header-content-length'))
    const mimeType = header(request, 'x-goog-upload-header-content-type')
    if (!Number.isSafeInteger(size) || size <= 0 || size > LARGEST_FILE) throw invalidArgument('The length of the file is not valid.')
    const { file } = requireObject(parseJson(body.toString('utf8')), 'The body')
    const described = isJsonObject(file) ? file : {}
    allowKeys(described, ['name', 'displayName', 'mimeType', 'sizeBytes'], 'file')
    if (described.mimeType !== undefined && described.mimeType !== mimeType)
      throw invalidArgument('file.mimeType is not the announced one.')
    const id = randomBytes(6).toString('hex')
    this.files.set(id, { mimeType, size, pieces: [], received: 0, isWhole: false, looks: 1 })
    this.forgetOldest()
    const host = header(request, 'host')
    const [, prefix = ''] = START_PATH.exec(pathOf(request.url ?? '')) ?? []
    response
      .writeHead(200, { 'x-goog-upload-url': `http://${host}/${prefix}upload/v1beta/files/${id}`, 'x-goog-upload-status': 'active' })
      .end()
  }

  private take(id: string, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const file = this.files.get(id)
    if (file === undefined || file.isWhole) throw invalidArgument('This upload does not exist.')
    const commands = header(request, 'x-goog-upload-command').split(/,\s*/)
    const isLast = commands.includes('finalize')
    if (!commands.includes('upload')) throw invalidArgument('The upload command is not valid.')
    if (Number(header(request, 'x-goog-upload-offset')) !== file.received)
      throw invalidArgument('The upload offset is not where the file ends.')
    if (!isLast && body.length % GRANULARITY !== 0) throw invalidArgument('A piece is not a multiple of the chunk granularity.')
    file.pieces.push(body)
    file.received += body.length
    this.forgetOldest()
    if (file.received > file.size || (isLast && file.received !== file.size)) throw invalidArgument('The file is not as long as announced.')
    if (!isLast) {
      response.writeHead(200, { 'x-goog-upload-status': 'active' }).end()
      return
    }
    checkMedia(file.mimeType, Buffer.concat(file.pieces.splice(0)))
    file.isWhole = true
    const host = header(request, 'host')
    response
      .writeHead(200, { 'x-goog-upload-status': 'final', 'content-type': 'application/json' })
      .end(JSON.stringify({ file: this.described(id, file, host) }))
  }

  /** Keeps what clients leave behind within bounds. */
  private forgetOldest(): void {
    const waiting = (): number =>
      [...this.files.values()].reduce((sum, { pieces, received }) => sum + (pieces.length > 0 ? received : 0), 0)
    for (const id of this.files.keys()) {
      if (this.files.size <= MOST_FILES && waiting() <= MOST_WAITING_BYTES) return
      this.files.delete(id)
    }
  }

  private look(id: string, response: ServerResponse): void {
    const file = this.files.get(id)
    if (file === undefined || !file.isWhole) throw invalidArgument(`The File ${id} does not exist.`)
    file.looks = Math.max(0, file.looks - 1)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.described(id, file, 'generativelanguage')))
  }

  private described(id: string, { mimeType, size, looks }: StoredFile, host: string): JsonObject {
    return {
      name: `files/${id}`,
      mimeType,
      sizeBytes: String(size),
      createTime: new Date(this.clock.now()).toISOString(),
      expirationTime: new Date(this.clock.now() + KEPT_MS).toISOString(),
      uri: `https://${host}/v1beta/files/${id}`,
      state: looks > 0 ? 'PROCESSING' : 'ACTIVE',
    }
  }
}

function pathOf(url: string): string {
  try {
    return new URL(url.replace(/^\/+/, '/'), 'http://127.0.0.1').pathname
  } catch {
    return ''
  }
}

function header({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string') throw new ClientViolation(1007, `The header ${name} is missing.`)
  return value
}
