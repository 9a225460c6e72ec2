import { DefaultChatTransport, readUIMessageStream, safeValidateUIMessages, UI_MESSAGE_STREAM_HEADERS, type UIMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../../src/shared/protocol/chunks'
import { AI_SDK_HEADERS, type AiSdkEvent, aiSdkSse, createAiSdkWriter } from '../../../../src/shared/protocol/dialects/ai-sdk'
import { KEEP_ALIVE } from '../../../../src/shared/protocol/dialects/sse'
import { messagesProblem } from '../../../support/ai-reader'
import { happenings } from '../../../support/arbitrary-happenings'
import { live, play } from '../../../support/converter-script'
import { bundledFixture, serverFrames } from '../../../support/fixture-facts'

/** The bytes of each response. */
function bodies(output: readonly PlacedChunk[], between = ''): readonly string[] {
  const writer = createAiSdkWriter()
  const responses: AiSdkEvent[][] = []
  for (const event of [...output.flatMap((placed) => writer.push(placed)), ...writer.end()]) {
    if (event.type === 'open') responses.push([])
    responses.at(-1)?.push(event)
  }
  return responses.map((events) => events.map((event) => aiSdkSse(event)).join(between))
}

/** What a client with the AI SDK's own transport reads in one response. */
async function read(
  body: string,
  messages: readonly UIMessage[] = [],
): Promise<{ readonly message: UIMessage | undefined; readonly problems: readonly string[] }> {
  const transport = new DefaultChatTransport<UIMessage>({ fetch: async () => new Response(body, { headers: AI_SDK_HEADERS }) })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [...messages],
    abortSignal: undefined,
  })
  const problems: string[] = []
  let message: UIMessage | undefined
  for await (const snapshot of readUIMessageStream<UIMessage>({ stream, onError: (error) => void problems.push(String(error)) }))
    message = snapshot
  return { message, problems }
}

describe('the AI SDK dialect', () => {
  it('has the headers of the package', () => {
    expect(AI_SDK_HEADERS).toEqual(UI_MESSAGE_STREAM_HEADERS)
  })

  it('opens each answer as a stream of its own and ends it with [DONE]', () => {
    const [first, second, ...more] = bodies(
      play([live.heard('Hi.'), live.said('Hello.'), live.complete(), live.heard('And?'), live.said('Bye.'), live.complete()]),
    )
    expect(more).toEqual([])
    for (const body of [first, second])
      expect(body).toMatch(/^: stream-open\n\ndata: \{"type":"start".*\n\ndata: \{"type":"finish".*\}\n\ndata: \[DONE\]\n\n$/s)
  })

  it('is read by the package’s transport, keep-alive comments between all events', async () => {
    const [body] = bodies(play([live.heard('Hi.'), live.said('Hello'), live.said(' there.'), live.complete()]), KEEP_ALIVE)
    const { message, problems } = await read(body ?? '')
    expect(problems).toEqual([])
    expect(message?.id).toBe('message-2')
    expect(message?.parts).toEqual([
      { type: 'step-start' },
      { type: 'text', text: 'Hello there.', state: 'done' },
      { type: 'data-transcript', id: 'message-1', data: { turnId: 'turn-1', text: 'Hi.', final: true } },
    ])
  })

  it('sends clients late transcripts in the next answer, with the turn they belong to', () => {
    const told = bodies(play([live.said('One.'), live.complete(), live.heard('Late.'), live.said('Two.'), live.complete()]))
    expect(told.join('').match(/"data-transcript"/g)).toHaveLength(1)
    expect(told.join('')).toContain('"text":"Late.","final":true')
  })

  it('shows speech without an answer without making a message of it', async () => {
    const [body, ...more] = bodies(play([live.heard('Anybody?')]))
    expect(more).toEqual([])
    expect(body).toContain('"text":"Anybody?"')
    expect(await read(body ?? '')).toEqual({ message: undefined, problems: [] })
  })

  it.each(['weather', 'payment', 'interruption'])('of the bundled recording %s is read without a problem', async (name) => {
    const told = bodies(play(serverFrames(await bundledFixture(name), 'approved').map(live.frame)))
    expect(told.length).toBeGreaterThan(0)
    for (const body of told) {
      const { message, problems } = await read(body)
      expect(problems).toEqual([])
      expect((await safeValidateUIMessages({ messages: [message] })).success).toBe(true)
    }
  })

  it('never mixes two answers in one stream, whatever happens', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (what) => {
        const output = play(what)
        const told = bodies(output)
        const starts = output.filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'start')
        expect(told.filter((body) => body.includes('"type":"start",')).length).toBe(starts.length)
        for (const body of told) expect(body.match(/^data: \[DONE\]$/gm)).toHaveLength(1)
        const firsts = told.filter((body) => !/"tool-output-(available|error|denied)"/.test(body) && !body.includes('"type":"error"'))
        for (const body of firsts) {
          const { message, problems } = await read(body)
          expect(problems).toEqual([])
          if (message !== undefined) expect(await messagesProblem([message])).toBeNull()
        }
      }),
      { numRuns: 150 },
    )
  })
})
