import iconv from 'iconv-lite'
import type { Attachment } from '../../../shared/attachments/attachment'
import { inspectFile } from '../../../shared/attachments/inspect-file'
import { type Result, success } from '../../../shared/lib/result'
import { serverNote } from '../../../shared/servers/server-content'
import { encodingOf } from '../../lib/encoding'

/** A file in its stored form: its type and bytes. */
export interface TakenFile {
  readonly facts: Omit<Attachment, 'attachmentId' | 'bytes'>
  readonly content: Uint8Array
}

/**
 * Detects the type of a file by its content; text of any encoding is stored as UTF-8, which every model reads. The text of an MCP server
 * is framed, so that the model knows whose it is.
 */
export function takeInFile(fileName: string, bytes: Uint8Array, server?: string): Result<TakenFile> {
  const found = inspectFile(bytes, fileName)
  if (!found.ok) return found
  if (found.value !== 'text') return success({ facts: { fileName, ...found.value }, content: bytes })
  const text = asUtf8(bytes)
  const content = server === undefined ? text : Buffer.concat([Buffer.from(`${serverNote(server)}\n\n`), text])
  return success({ facts: { fileName, mediaType: 'text/plain', width: null, height: null }, content })
}

function asUtf8(bytes: Uint8Array): Uint8Array {
  const { name, markBytes } = encodingOf(bytes)
  const body = bytes.subarray(markBytes)
  return name === 'utf8' && markBytes === 0 ? bytes : new TextEncoder().encode(iconv.decode(Buffer.from(body), name))
}
