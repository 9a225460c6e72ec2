import { nodeUtf8StreamDecoder } from '../../../src/main/lib/node-utf8'
import { createSseEvents } from '../sse-events'
import { bodyOf, type Path } from './path'

/** The least that anybody has to do: split the events and parse their JSON. */
export const floor: Path = async (fetchStream) => {
  const events = createSseEvents(nodeUtf8StreamDecoder())
  let count = 0
  const parse = (data: string) => {
    const value: unknown = JSON.parse(data)
    if (value !== null) count += 1
  }
  for await (const piece of await bodyOf(fetchStream)) events.push(piece).forEach(parse)
  events.end().forEach(parse)
  return count
}
