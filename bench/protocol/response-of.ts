/** A server's answer that delivers these pieces, one when each is asked for. */
export function responseOf(pieces: readonly Uint8Array[]): Response {
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next]
      next += 1
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
