import { nodeUtf8StreamDecoder } from '../../../src/main/lib/node-utf8'
import { countingIds } from '../../../src/shared/lib/ids'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import { createSseEvents } from '../sse-events'
import { bodyOf, type Path } from './path'

async function convert(fetchStream: () => Promise<Response>, take: (placed: PlacedChunk) => void): Promise<void> {
  const events = createSseEvents(nodeUtf8StreamDecoder())
  const converter = createConverter({ newId: countingIds() })
  const read = (data: string) => {
    for (const placed of converter.push({ type: 'text', chunk: JSON.parse(data) })) take(placed)
  }
  for await (const piece of await bodyOf(fetchStream)) for (const data of events.push(piece)) read(data)
  for (const data of events.end()) read(data)
  for (const placed of converter.push({ type: 'end' })) take(placed)
}

/** Our converter, to the chunks of the UI message stream. */
export const parley: Path = async (fetchStream) => {
  let count = 0
  await convert(fetchStream, () => {
    count += 1
  })
  return count
}

/** The same, written out as an event stream. */
export const parleySse: Path = async (fetchStream) => {
  let characters = 0
  await convert(fetchStream, ({ chunk }) => {
    characters += `data: ${JSON.stringify(chunk)}\n\n`.length
  })
  return characters
}
