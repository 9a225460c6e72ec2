/**
 * One way to read a Gemini stream: takes a fetch that answers with the stream, reads all of it, and returns how many
 * chunks came out (or characters, where text comes out), so that no work can be left out unseen.
 */
export type Path = (fetchStream: () => Promise<Response>) => Promise<number>

/** The pieces of the answer's body. */
export async function bodyOf(fetchStream: () => Promise<Response>): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetchStream()
  if (body === null) throw new Error('The answer has no body.')
  return body
}
