import type { StreamChunk } from '@tanstack/ai'
import { ChatClient, stream } from '@tanstack/ai-client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgUiEvent } from '../../../../src/shared/protocol/dialects/ag-ui-events'
import { agUiEvents, runsOf } from '../../../support/ag-ui-judge'
import { happenings } from '../../../support/arbitrary-happenings'
import { live, play } from '../../../support/converter-script'
import { bundledFixture, serverFrames } from '../../../support/fixture-facts'

/** The real client's view of runs that arrive one after the other, each as the response to a message. */
async function read(runs: readonly (readonly AgUiEvent[])[]) {
  let next = 0
  const client = new ChatClient({
    connection: stream(async function* () {
      // the events have crossed a wire by then: their types are the client's own
      for (const event of runs[next++] ?? []) yield JSON.parse(JSON.stringify(event)) as StreamChunk
    }),
  })
  const statuses: string[] = []
  for (const _run of runs) {
    await client.sendMessage('Go on.')
    statuses.push(client.getStatus())
  }
  const parts = client.getMessages().flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  return { statuses, texts: parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])), error: client.getError() }
}

const contentOf = (events: readonly AgUiEvent[]) =>
  events.flatMap((event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? [event.delta] : [])).join('')

/** The text of a run without that of its last text message if it is blank: the client removes such a message. */
function contentWithoutBlankEnd(events: readonly AgUiEvent[]): string {
  const last = events.flatMap((event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? [event.messageId] : [])).at(-1)
  const isOfLast = (event: AgUiEvent) => event.type === 'TEXT_MESSAGE_CONTENT' && event.messageId === last
  return contentOf(events.filter(isOfLast)).trim() === '' ? contentOf(events.filter((event) => !isOfLast(event))) : contentOf(events)
}

describe('the real TanStack client', () => {
  it.each(['weather', 'payment', 'interruption'])('shows the text of the bundled recording %s, each once', async (name) => {
    const runs = runsOf(agUiEvents(play(serverFrames(await bundledFixture(name), 'approved').map(live.frame))))
    const { statuses, texts, error } = await read(runs)
    expect({ error, statuses }).toEqual({ error: undefined, statuses: runs.map(() => 'ready') })
    expect(texts.join('')).toBe(contentOf(runs.flat()))
  })

  it('gets an answer of one space unchanged, and shows no message for it', async () => {
    const [run = []] = runsOf(agUiEvents(play([{ type: 'adk', event: { author: 'agent', content: { parts: [{ text: ' ' }] } } }])))
    expect(contentOf(run)).toBe(' ')
    expect(await read([run])).toEqual({ statuses: ['ready'], texts: [], error: undefined })
  })

  it('reads any stream to its end, and reports only real errors', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (what) => {
        for (const run of runsOf(agUiEvents(play(what)))) {
          const { statuses, texts } = await read([run])
          expect(statuses).toEqual([run.at(-1)?.type === 'RUN_ERROR' ? 'error' : 'ready'])
          expect([contentOf(run), contentWithoutBlankEnd(run)]).toContain(texts.join(''))
        }
      }),
      { numRuns: 100 },
    )
  })
})
