import type { JsonObject } from '../../../shared/lib/json'
import { withoutKey } from '../../../shared/lib/json-value'
import type { AttachedFile, FileOf } from '../../storage/attachments/attached-file'
import type { WireContent } from './message-contents'
import type { TextAddress, TextConnector, UploadedFile } from './text-connector'

const MARK = 'attachment'

/** So many bytes of files go inside a request, which may be 20 MB large as base64; what is more is uploaded before. */
export const INLINE_BYTES = 12 * 1024 * 1024

/** Stands in a request for an attachment until its bytes are needed. */
export function fileMark(url: string): JsonObject {
  return { [MARK]: url }
}

/** Whether a part of a content is a file, or stands for one. */
export function isFilePart(part: JsonObject): boolean {
  return [MARK, 'inlineData', 'inline_data', 'fileData', 'file_data'].some((key) => part[key] !== undefined)
}

/** Puts files into requests. */
export interface FileParts {
  /**
   * The contents with every mark replaced by the file: the newest inside the request as far as they fit, older and larger
   * ones by the address that they were uploaded to; what else stands in the part (a signature) stays. A file that is gone is left
   * out, and so is a content that held nothing else: the words beside it name it.
   */
  fill(contents: readonly WireContent[], address: TextAddress, signal: AbortSignal): Promise<readonly WireContent[]>
}

/** What file parts need of the world; `now` in ms since the epoch. */
export interface FilePartsOptions {
  readonly fileOf: FileOf
  readonly connector: Pick<TextConnector, 'upload'>
  now(): number
  readonly inlineBytes?: number
}

/** An address is used no more so long before it ends, in ms. */
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
