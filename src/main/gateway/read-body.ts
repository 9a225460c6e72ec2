import type { IncomingMessage } from 'node:http'
import type { JsonValue } from '../../shared/lib/json'
import { parseJson } from '../../shared/lib/json-value'
import { HttpProblem } from './http-problem'

/** Reads a JSON body up to `mostBytes`. What is larger is refused as soon as that shows, and no JSON is refused whole. */
export async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<JsonValue> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new HttpProblem(415, 'no-json', 'Send JSON, with "Content-Type: application/json".')
  if (request.headers['content-encoding'] !== undefined) throw new HttpProblem(415, 'encoded', 'Send the body without a content encoding.')
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue
    size += piece.byteLength
    if (size > mostBytes) throw tooLarge(mostBytes)
    pieces.push(piece)
  }
  const value = parseJson(Buffer.concat(pieces).toString('utf8'))
  if (value === undefined) throw new HttpProblem(400, 'no-json', 'The body is no JSON.')
  return value
}

function tooLarge(mostBytes: number): HttpProblem {
  return new HttpProblem(413, 'too-large', `A body may have ${mostBytes} bytes at most.`)
}
