import { GoogleGenAI } from '@google/genai'
import type { TextConnector } from './text-connector'

/** Requests through `@google/genai`, over the same version of the interface as the Live connections; it never retries by itself. */
export function createGenaiTextConnector(): TextConnector {
  return {
    async *stream({ apiKey, baseUrl }, request, signal) {
      const client = new GoogleGenAI({
        apiKey,
        vertexai: false,
        httpOptions: { apiVersion: 'v1beta', ...(baseUrl !== null && { baseUrl }) },
      })
      yield* await client.models.generateContentStream({ ...request, config: { ...request.config, abortSignal: signal } })
    },
  }
}
