import { expect, it } from 'vitest'
import { createBoundedThread } from '../../../src/main/conversations/bounded-thread'
import { createThreadWriter } from '../../../src/main/conversations/thread-writer'
import type { Chunk } from '../../../src/shared/protocol/chunks'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { createFakeClock } from '../../support/fake-clock'

const textOf = (message: UIMessage | undefined) => message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

it('streamed content is written a quarter of a second later at the latest, and at once at its end', () => {
  const clock = createFakeClock()
  const saved: UIMessage[] = []
  const writer = createThreadWriter({
    conversationId: 'conversation-1',
    thread: createBoundedThread({ list: () => [], latest: () => ({ messages: [], earlier: 0 }), holds: () => false }),
    clock,
    emit: () => undefined,
    keepFile: (chunk) => chunk,
    save: (_, message) => saved.push(message),
  })
  const publish = (chunk: Chunk) => writer.publish([{ turnId: 'turn-1', messageId: 'message-1', role: 'assistant', chunk }])
  publish({ type: 'start', messageId: 'message-1' })
  publish({ type: 'start-step' })
  publish({ type: 'text-start', id: 'text' })
  let said = ''
  let missing = ''
  for (let piece = 0; piece < 100; piece += 1) {
    publish({ type: 'text-delta', id: 'text', delta: `${piece} ` })
    said += `${piece} `
    clock.advance(20)
    // a crash here loses what came in the last 250 ms: a dozen of these pieces, and a half
    missing = said.slice(textOf(saved.at(-1))?.length ?? 0)
    expect(missing.split(' ').length - 1).toBeLessThanOrEqual(13)
  }
  expect(saved.length).toBeLessThanOrEqual(10)
  publish({ type: 'text-delta', id: 'text', delta: 'end' })
  publish({ type: 'text-end', id: 'text' })
  publish({ type: 'finish-step' })
  publish({ type: 'finish', finishReason: 'stop' })
  expect(textOf(saved.at(-1))).toBe(`${said}end`)
  expect(clock.pending()).toBe(0)
})
