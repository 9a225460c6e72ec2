import fc from 'fast-check'
import { StreamProcessor } from 'legacy-tanstack-ai'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../../src/shared/protocol/chunks'
import { createTanstackWriter } from '../../../../src/shared/protocol/dialects/tanstack-legacy'
import { happenings } from '../../../support/arbitrary-happenings'
import { live, play } from '../../../support/converter-script'
import { bundledFixture, serverFrames } from '../../../support/fixture-facts'

const clientRun = (name: string) => (name === 'get_weather' ? { runsOn: 'client' as const } : undefined)

function told(output: readonly PlacedChunk[]) {
  const writer = createTanstackWriter({ now: () => 7, model: 'gemini', tools: clientRun })
  return [...output.flatMap((placed) => writer.push(placed)), ...writer.end()]
}

/** The client's own view of a turn: texts and the states of calls. */
function shown(chunks: ReturnType<typeof told>) {
  const processor = new StreamProcessor()
  processor.startAssistantMessage()
  for (const chunk of chunks) processor.processChunk(chunk)
  const parts = processor.getMessages().flatMap((message) => message.parts)
  return {
    texts: parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [`${part.name} ${part.state}`] : [])),
  }
}

describe('the older TanStack stream', () => {
  it('contains every piece both as a delta and with the text before it', () => {
    const chunks = told(play([live.heard('Hi.'), live.said('Hello'), live.said(' there.'), live.complete()]))
    expect(chunks).toEqual([
      { type: 'content', delta: 'Hello', content: 'Hello', role: 'assistant', id: 'message-2', model: 'gemini', timestamp: 7 },
      { type: 'content', delta: ' there.', content: 'Hello there.', role: 'assistant', id: 'message-2', model: 'gemini', timestamp: 7 },
      { type: 'done', finishReason: 'stop', id: 'message-2', model: 'gemini', timestamp: 7 },
    ])
  })

  it('requests approval again if the model’s text would remove it from the screen', () => {
    const output = play([
      live.call('pay'),
      { type: 'ask-open', index: 0, approvalId: 'p1' },
      live.said('Shall I?'),
      live.said(' Please say.'),
      { type: 'pause' },
    ])
    const chunks = told(output)
    expect(chunks.map(({ type }) => type)).toEqual(['tool_call', 'approval-requested', 'content', 'approval-requested', 'content'])
    expect(shown(chunks)).toEqual({ texts: ['Shall I? Please say.'], calls: ['pay approval-requested'] })
  })

  it('writes a preliminary result once, even if there is another message in between', () => {
    const functionCall = { id: 'c0', name: 'pay', args: { n: 0 } }
    const functionResponse = { name: 'pay', response: { confirmed: true } }
    const event = (author: string, parts: readonly object[]) =>
      ({ type: 'adk', event: { author, content: { role: 'model', parts }, longRunningToolIds: ['c0'] } }) as const
    const called = event('agent', [{ functionCall }, { functionResponse }])
    const chunks = told(play([called, event('user', [{ text: 'Hello' }]), called]))
    const results = chunks.flatMap((chunk) => (chunk.type === 'tool_result' ? [[chunk.toolCallId, chunk.content]] : []))
    expect(results).toEqual([['call-1', '{"confirmed":true}']])
  })

  it('has no done while it waits for the user or the client, and one if only the server is', () => {
    const paused = (name: string) => told(play([live.call(name), { type: 'pause' }])).at(-1)?.type
    expect([paused('get_weather'), paused('think')]).toEqual(['tool-input-available', 'done'])
  })

  it.each(['weather', 'payment', 'interruption'])('of the bundled recording %s shows the model’s text', async (name) => {
    const output = play(serverFrames(await bundledFixture(name), 'approved').map(live.frame))
    const said = output.flatMap(({ role, chunk }) => (role === 'assistant' && chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')
    const chunks = told(output)
    expect(chunks.flatMap((chunk) => (chunk.type === 'content' ? [chunk.delta] : [])).join('')).toBe(said)
    expect(shown(chunks).texts.join('')).toBe(said)
  })

  it('loses no text, settles no unknown call and writes nothing after its end, whatever happens', () => {
    fc.assert(
      fc.property(happenings, (what) => {
        const output = play(what)
        const chunks = told(output)
        const said = output
          .flatMap(({ role, chunk }) => (role === 'assistant' && chunk.type === 'text-delta' ? [chunk.delta] : []))
          .join('')
        expect(chunks.flatMap((chunk) => (chunk.type === 'content' ? [chunk.delta] : [])).join('')).toBe(said)
        const called = new Set<string>()
        const ended = new Set<string>()
        for (const chunk of chunks) {
          expect(ended.has(chunk.id)).toBe(false)
          if (chunk.type === 'tool_call') called.add(chunk.toolCall.id)
          if ('toolCallId' in chunk) expect(called).toContain(chunk.toolCallId)
          if (chunk.type === 'done' || chunk.type === 'error') ended.add(chunk.id)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
