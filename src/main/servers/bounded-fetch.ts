/** The most bytes of one answer that is not a stream of events, and of a whole stream. */
const LARGEST_ANSWER = 8 * 1024 * 1024
const LARGEST_STREAM = 256 * 1024 * 1024

/** Fetches as usual, but an answer that is larger than any that a server should give ends with an error. */
export async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  const most = isStream ? LARGEST_STREAM : LARGEST_ANSWER
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > most) controller.error(new Error('the answer is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
