import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../src/shared/protocol/chunks'
import { foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../../src/shared/protocol/fold'
import { PartList } from '../../../src/shared/protocol/part-list'
import type { UIMessage, UIPart } from '../../../src/shared/protocol/ui-message'

/** Counts how often something is looked at. */
class LookCounter {
  looks = 0

  watch<Item extends object>(item: Item): Item {
    return new Proxy(item, {
      get: (target, key, receiver) => {
        this.looks += 1
        return Reflect.get(target, key, receiver)
      },
    })
  }
}

const call = (index: number): UIPart => ({
  type: 'dynamic-tool',
  toolCallId: `old-${index}`,
  toolName: 'look',
  state: 'output-available',
  input: {},
  output: index,
})

/** What one more text, call, question and answer look at, in a thread and a message of this length. */
function looksOf(messages: number, parts: number): number {
  const counter = new LookCounter()
  const old = Array.from({ length: messages }, (_, index): UIMessage => counter.watch({ id: `old-${index}`, role: 'assistant', parts: [] }))
  const growing: UIMessage = { id: 'm', role: 'assistant', parts: Array.from({ length: parts }, (_, index) => counter.watch(call(index))) }
  let thread: Thread = threadFromMessages([...old, growing])
  const fold = (chunk: Chunk) => {
    thread = foldChunk(thread, { turnId: 'turn-1', messageId: 'm', role: 'assistant', chunk })
  }
  counter.looks = 0
  fold({ type: 'start', messageId: 'm' })
  fold({ type: 'start-step' })
  fold({ type: 'text-start', id: 't' })
  for (let index = 0; index < 1000; index += 1) fold({ type: 'text-delta', id: 't', delta: 'x' })
  fold({ type: 'text-end', id: 't' })
  for (let index = 0; index < 100; index += 1) {
    const toolCallId = `new-${index}`
    fold({ type: 'tool-input-start', toolCallId, toolName: 'pay', dynamic: true })
    fold({ type: 'tool-input-available', toolCallId, toolName: 'pay', dynamic: true, input: {} })
    fold({ type: 'tool-approval-request', toolCallId, approvalId: `p-${index}` })
    thread = foldAnswer(thread, { messageId: 'm', approvalId: `p-${index}`, approved: true, reason: null })
    fold({ type: 'tool-output-available', toolCallId, output: 1 })
  }
  fold({ type: 'source-url', sourceId: 's', url: 'https://a.example' })
  fold({ type: 'finish-step' })
  fold({ type: 'finish', finishReason: 'stop' })
  expect(thread.messages).toHaveLength(messages + 1)
  expect(thread.messages.at(-1)?.parts).toHaveLength(parts + 103)
  return counter.looks
}

describe('the cost of a chunk', () => {
  it('does not grow with what stands before it: no chunk looks at earlier parts, and at earlier messages only as at a few', () => {
    const short = looksOf(40, 10)
    expect(looksOf(40, 5000)).toBe(short)
    expect(looksOf(10_000, 10)).toBe(short)
    expect(looksOf(10_000, 5000)).toBe(short)
  })
})

describe('a list of parts', () => {
  const part = fc.nat({ max: 99 }).map((index) => call(index))
  const change = fc.record({ at: fc.nat(), part, appends: fc.boolean() })

  it('is at every moment what a plain array would be, and leaves its earlier versions alone', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 2100, size: 'max' }), fc.array(change, { maxLength: 80, size: 'max' }), (first, changes) => {
        let list = PartList.of(first)
        let plain: readonly UIPart[] = first
        const versions: (readonly [PartList, readonly UIPart[]])[] = []
        for (const { at, part: changed, appends } of changes) {
          versions.push([list, plain])
          const place = appends || plain.length === 0 ? plain.length : at % plain.length
          list = list.with(place, changed)
          plain = place === plain.length ? [...plain, changed] : plain.with(place, changed)
        }
        for (const [version, expected] of [...versions.slice(-5), [list, plain] as const]) {
          expect(version.length).toBe(expected.length)
          expect(version.toArray()).toEqual(expected)
          expect(version.at(expected.length - 1)).toBe(expected.at(-1))
          expect(version.at(expected.length)).toBeUndefined()
        }
        expect(list.toArray()).toBe(list.toArray())
        const [some] = plain
        expect(list.findLastIndex((one) => one === some && one.type === some.type)).toBe(plain.lastIndexOf(some ?? call(0)))
      }),
      { numRuns: 60 },
    )
  })
})
