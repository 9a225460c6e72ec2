import { failure, type Result, success } from '../../../../shared/lib/result'
import type { z } from '../../../../shared/lib/zod'
import { messageOf } from '../../../../shared/messages/message'

/** No weather answer is larger than this. */
const LARGEST_BYTES = 512 * 1024

/**
 * Reads one JSON document over HTTP and checks its shape. Failures: `unreachable` (no answer came), `refused` (an answer
 * other than 2xx), `unfit` (too large, no JSON, another shape). Rejects only when `signal` aborts.
 */
export async function fetchJson<Value>(address: URL, schema: z.ZodType<Value>, signal: AbortSignal): Promise<Result<Value>> {
  let response: Response
  let text: string | null
  try {
    response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } })
    text = await readText(response)
  } catch {
    signal.throwIfAborted()
    return failure('unreachable', messageOf('service-unreachable', { host: address.host }))
  }
  if (!response.ok) return failure('refused', messageOf('service-refused', { host: address.host, status: response.status }))
  const value = text === null ? null : schema.safeParse(parsed(text))
  return value?.success === true ? success(value.data) : failure('unfit', messageOf('service-unfit', { host: address.host }))
}

/** Null if the text is too large. */
async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return text
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > LARGEST_BYTES) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
