import { expect, test } from 'vitest'
import type { TextConnector } from '../../../src/main/models/text/text-connector'
import { textLimits } from '../../../src/main/models/text/text-limits'
import { createTextSession } from '../../../src/main/models/text/text-session'
import { createFakeClock } from '../../support/fake-clock'

const says = (text: string, outputTokens?: number): object => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }],
  ...(outputTokens !== undefined && { usageMetadata: { promptTokenCount: 812, candidatesTokenCount: outputTokens } }),
})
const counts = (outputTokens: number): object => ({ usageMetadata: { promptTokenCount: 812, candidatesTokenCount: outputTokens } })

/** A session whose service says what the test says, and what the session tells. */
function started() {
  const clock = createFakeClock()
  const events: unknown[] = []
  const signals: AbortSignal[] = []
  const takes: ((chunk: object) => void)[] = []
  async function* stream(_address: unknown, _request: unknown, signal: AbortSignal): AsyncGenerator<object> {
    const place = signals.push(signal) - 1
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
    for (;;) {
      const next = new Promise<object>((resolve) => {
        takes[place] = resolve
      })
      yield await Promise.race([next, aborted])
    }
  }
  const connector: TextConnector = { stream, upload: () => Promise.reject(new Error('there are no files')) }
  const session = createTextSession({
    connector,
    clock,
    random: () => 0.5,
    setup: () =>
      Promise.resolve({
        ...{ apiKey: 'a-key', baseUrl: null, model: 'gemini-3.8-flash', systemInstruction: '', tools: [], thinking: 'default' },
        ...{ googleSearch: false, codeExecution: false, store: false, pictures: false },
      }),
    history: () => ({
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }],
      contentsOf: () => undefined,
      editedInputOf: () => null,
    }),
    onChunk: (chunk) => events.push(['shown', chunk]),
    onCounts: (chunk) => events.push(['counts', chunk]),
    onEnd: (how) => events.push(how),
    onState: () => undefined,
    onFault: (detail) => events.push(detail),
  })
  session.sendText()
  return {
    ...{ clock, session, events },
    async asked(times = 1) {
      await expect.poll(() => takes.length).toBe(times)
    },
    isAborted: () => signals[0]?.aborted === true,
    /** The service says this in the response to this request, and the session has read it. */
    async hear(chunk: object, request = 1) {
      takes[request - 1]?.(chunk)
      await new Promise(setImmediate)
    },
  }
}

test('an answer ends when it is stopped; the counts that follow are told, nothing else of it, and then the request ends', async () => {
  const { session, events, asked, hear, isAborted } = started()
  await asked()
  await hear(says('Hello.', 1))
  session.interrupt()
  expect(events.slice(1)).toEqual(['stopped'])
  await hear(says('Unwanted.'))
  expect(isAborted()).toBe(false)
  await hear(says('Unwanted, too.', 53))
  expect(events.slice(1)).toEqual(['stopped', ['counts', counts(53)]])
  expect(isAborted()).toBe(true)
})

test('counts that arrived before anything of the answer could be shown are told before its end', async () => {
  const { session, events, asked, hear } = started()
  await asked()
  await hear(says('', 7))
  session.interrupt()
  expect(events).toEqual([['counts', counts(7)], 'stopped'])
})

test('a stopped request ends after a moment without counts, at once where nothing arrived, and at once with its session', async () => {
  const silent = started()
  await silent.asked()
  await silent.hear(says('Hello.'))
  silent.session.interrupt()
  silent.clock.advance(textLimits.lateCountsMs - 1)
  expect(silent.isAborted()).toBe(false)
  silent.clock.advance(1)
  expect(silent.isAborted()).toBe(true)

  const unanswered = started()
  await unanswered.asked()
  unanswered.session.interrupt()
  expect(unanswered.isAborted()).toBe(true)

  const left = started()
  await left.asked()
  await left.hear(says('Hello.'))
  left.session.interrupt()
  await left.session.stop()
  expect(left.isAborted()).toBe(true)
})

test('counts of an answer that new words stopped are not told once the answer to these is shown', async () => {
  const { session, events, asked, hear } = started()
  await asked()
  await hear(says('Hello.'))
  session.sendText()
  await asked(2)
  await hear(says('Good morning.'), 2)
  await hear(says('Unwanted.', 53))
  expect(events).toEqual([['shown', says('Hello.')], 'stopped', ['shown', says('Good morning.')]])
})
