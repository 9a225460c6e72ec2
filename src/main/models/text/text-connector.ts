import type { GenerateContentParameters } from '@google/genai'
import type { AttachedFile } from '../../storage/attachments/attached-file'

/** The destination and credential of a request. */
export interface TextAddress {
  readonly apiKey: string
  readonly baseUrl: string | null
}

/** A file that requests can refer to. */
export interface UploadedFile {
  readonly uri: string
  readonly mimeType: string
  /** ms since the epoch: the service deletes it then */
  readonly expiresAt: number
}

/** Makes requests for streamed answers. */
export interface TextConnector {
  /**
   * Streams the chunks of one answer. Throws what the client library throws (`readTextFailure` reads it). Ends early, without its own
   * error, when `signal` is aborted.
   */
  stream(address: TextAddress, request: GenerateContentParameters, signal: AbortSignal): AsyncIterable<object>
  /** Uploads a file that is too large for a request. Resolves when it can be used; throws what the client library throws. */
  upload(address: TextAddress, file: AttachedFile, signal: AbortSignal): Promise<UploadedFile>
}
