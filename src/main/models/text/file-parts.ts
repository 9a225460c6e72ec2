import type { JsonObject } from '../../../shared/lib/json'
import { withoutKey } from '../../../shared/lib/json-value'
import type { AttachedFile, FileOf } from '../../storage/attachments/attached-file'
import type { WireContent } from './message-contents'
import type { TextAddress, TextConnector, UploadedFile } from './text-connector'

const MARK = 'attachment'

/** The limit in bytes for files inside a request, which may be 20 MB as base64; the rest is uploaded first. */
export const INLINE_BYTES = 12 * 1024 * 1024

/** A placeholder for an attachment in a request, until its bytes are needed. */
export function fileMark(url: string): JsonObject {
  return { [MARK]: url }
}

/** Whether a part of a content is a file or a placeholder for one. */
export function isFilePart(part: JsonObject): boolean {
  return [MARK, 'inlineData', 'inline_data', 'fileData', 'file_data'].some((key) => part[key] !== undefined)
}

/** Inserts files into requests. */
export interface FileParts {
  /**
   * Replaces every placeholder in the contents by its file: the newest inside the request as far as they fit, older and larger ones by
   * their upload address. The rest of the part (a signature) stays. A missing file is left out, and so is a content without other
   * parts: the text next to it names it.
   */
  fill(contents: readonly WireContent[], address: TextAddress, signal: AbortSignal): Promise<readonly WireContent[]>
}

/** Dependencies of the file parts; `now` in ms since the epoch. */
export interface FilePartsOptions {
  readonly fileOf: FileOf
  readonly connector: Pick<TextConnector, 'upload'>
  now(): number
  readonly inlineBytes?: number
}

/** An upload address is not used within this time before it expires, in ms. */
const MARGIN_MS = 10 * 60_000

export function createFileParts({ fileOf, connector, now, inlineBytes = INLINE_BYTES }: FilePartsOptions): FileParts {
  const uploaded = new Map<string, UploadedFile>()

  async function upload(url: string, file: AttachedFile, address: TextAddress, signal: AbortSignal): Promise<JsonObject> {
    const key = JSON.stringify([address.baseUrl, address.apiKey, url])
    const known = uploaded.get(key)
    const there = known !== undefined && known.expiresAt - MARGIN_MS > now() ? known : await connector.upload(address, file, signal)
    uploaded.set(key, there)
    return { fileData: { fileUri: there.uri, mimeType: there.mimeType } }
  }

  return {
    async fill(contents, address, signal) {
      let left = inlineBytes
      const filled: WireContent[] = []
      for (const { role, parts } of [...contents].reverse()) {
        const made: JsonObject[] = []
        for (const part of [...parts].reverse()) {
          const url = part[MARK]
          if (typeof url !== 'string') {
            made.push(part)
            continue
          }
          const file = fileOf(url)
          if (file === null) continue
          if (file.content.byteLength <= left) {
            left -= file.content.byteLength
            made.push({ ...withoutKey(part, MARK), ...inline(file) })
          } else made.push({ ...withoutKey(part, MARK), ...(await upload(url, file, address, signal)) })
        }
        if (made.length > 0) filled.push({ role, parts: made.reverse() })
      }
      return filled.reverse()
    },
  }
}

function inline({ mediaType, content }: AttachedFile): JsonObject {
  return { inlineData: { mimeType: mediaType, data: Buffer.from(content).toString('base64') } }
}
