import type { File, GoogleGenAI } from '@google/genai'
import type { Clock } from '../../../shared/lib/clock'
import type { TextAddress, TextConnector } from './text-connector'

/** How often, in ms, and how many times a file is checked while the service processes it. */
const LOOK_AGAIN_MS = 500
const MOST_LOOKS = 120
/** If the service does not say when it deletes a file, one day is assumed, in ms. */
const DAY_MS = 24 * 60 * 60_000

/** A followed redirect would take the key and the conversation to another host than the user's. It ends with its status instead. */
const fetchWithoutRedirects: typeof fetch = (address, init) => fetch(address, { ...init, redirect: 'manual' })

/** Requests through `@google/genai`, over the same API version as the Live connections; it never retries by itself. */
export function createGenaiTextConnector(clock: Clock): TextConnector {
  const clientAt = async ({ apiKey, baseUrl }: TextAddress): Promise<GoogleGenAI> => {
    const { GoogleGenAI } = await import('@google/genai')
    const httpOptions = { apiVersion: 'v1beta', fetch: fetchWithoutRedirects, ...(baseUrl !== null && { baseUrl }) }
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions })
  }
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve))

  async function untilActive(client: GoogleGenAI, file: File, signal: AbortSignal): Promise<File> {
    const { FileState } = await import('@google/genai')
    let newest = file
    for (let looks = 0; newest.state === FileState.PROCESSING && looks < MOST_LOOKS && !signal.aborted; looks += 1) {
      await wait(LOOK_AGAIN_MS)
      newest = await client.files.get({ name: file.name ?? '' })
    }
    return newest
  }

  return {
    async *stream(address, request, signal) {
      yield* await (await clientAt(address)).models.generateContentStream({
        ...request,
        config: { ...request.config, abortSignal: signal },
      })
    },
    async upload(address, { mediaType, content }, signal) {
      const { FileState } = await import('@google/genai')
      const client = await clientAt(address)
      const blob = new Blob([new Uint8Array(content)], { type: mediaType })
      const sent = await client.files.upload({ file: blob, config: { mimeType: mediaType, abortSignal: signal } })
      const { uri, mimeType = mediaType, state, expirationTime, error } = await untilActive(client, sent, signal)
      if (uri === undefined || (state !== undefined && state !== FileState.ACTIVE))
        throw new Error(`The service could not use a file (${error?.message ?? state ?? 'no address'}).`)
      const end = Date.parse(expirationTime ?? '')
      return { uri, mimeType, expiresAt: Number.isNaN(end) ? clock.now() + DAY_MS : end }
    },
  }
}
