import type { GenerateContentParameters } from '@google/genai'

/** Where a request goes and with what. */
export interface TextAddress {
  readonly apiKey: string
  readonly baseUrl: string | null
}

/** Makes requests for streamed answers. */
export interface TextConnector {
  /**
   * The chunks of one answer, as they come. Throws what the client library throws (`readTextFailure` reads it). Ends early
   * and without an error of its own kind when `signal` is aborted.
   */
  stream(address: TextAddress, request: GenerateContentParameters, signal: AbortSignal): AsyncIterable<object>
}
