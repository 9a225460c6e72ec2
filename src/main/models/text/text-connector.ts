import type { GenerateContentParameters } from '@google/genai'
import type { AttachedFile } from '../../storage/attachments/attached-file'

/** Where a request goes and with what. */
export interface TextAddress {
  readonly apiKey: string
  readonly baseUrl: string | null
}

/** A file that a request can name. */
export interface UploadedFile {
  readonly uri: string
  readonly mimeType: string
  /** ms since the epoch: the service forgets it then */
  readonly expiresAt: number
}

/** Makes requests for streamed answers. */
export interface TextConnector {
  /**
   * The chunks of one answer, as they come. Throws what the client library throws (`readTextFailure` reads it). Ends early
   * and without an error of its own kind when `signal` is aborted.
   */
  stream(address: TextAddress, request: GenerateContentParameters, signal: AbortSignal): AsyncIterable<object>
  /** Gives the service a file that is too large for a request. Resolves when it can be used; throws what the client library throws. */
  upload(address: TextAddress, file: AttachedFile, signal: AbortSignal): Promise<UploadedFile>
}
