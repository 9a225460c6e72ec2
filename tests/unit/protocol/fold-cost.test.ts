import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockList } from '../../../src/shared/lib/block-list'
import type { Chunk } from '../../../src/shared/protocol/chunks'
import { foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../../src/shared/protocol/fold'
import type { UIMessage, UIPart } from '../../../src/shared/protocol/ui-message'

/** Counts property accesses. */
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

/** The accesses of one more text, call, approval and answer, in a thread and a message of this length. */
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

/** The accesses of many more turns in a thread of this length. */
function looksOfTurns(messages: number): number {
  const counter = new LookCounter()
  const old = Array.from(
    { length: messages },
    (_, index): UIMessage => counter.watch({ id: `old-${index}`, role: 'assistant', parts: [], metadata: { turnId: `old-turn-${index}` } }),
  )
  let thread: Thread = threadFromMessages(old)
  counter.looks = 0
  for (let turn = 0; turn < 500; turn += 1) {
    for (const role of ['user', 'assistant'] as const) {
      const messageId = `${role}-${turn}`
      for (const chunk of [
        { type: 'start', messageId },
        { type: 'finish', finishReason: 'stop' },
      ] as const)
        thread = foldChunk(thread, { turnId: `turn-${turn}`, messageId, role, chunk })
    }
  }
  expect(thread.messages).toHaveLength(messages + 1000)
  return counter.looks
}

describe('the cost of a chunk', () => {
  it('that begins a turn does not grow with the turns before it', () => {
    const short = looksOfTurns(40)
    expect(looksOfTurns(1000)).toBe(short)
    expect(looksOfTurns(10_000)).toBe(short)
  })

  it('about an old message accesses that message, not those between', () => {
    const counter = new LookCounter()
    const old = Array.from({ length: 5000 }, (_, index): UIMessage => counter.watch({ id: `old-${index}`, role: 'assistant', parts: [] }))
    const thread = threadFromMessages(old)
    counter.looks = 0
    const chunk = { type: 'source-url', sourceId: 's', url: 'https://a.example' } as const
    const changed = foldChunk(thread, { turnId: 'turn-1', messageId: 'old-7', role: 'assistant', chunk })
    expect(counter.looks).toBeLessThan(20)
    expect(changed.messages[7]?.parts).toEqual([chunk])
    expect(thread.messages[7]?.parts).toEqual([])
  })

  it('does not grow with earlier content: no chunk accesses earlier parts, and only a few earlier messages', () => {
    const short = looksOf(40, 10)
    expect(looksOf(40, 5000)).toBe(short)
    expect(looksOf(10_000, 10)).toBe(short)
    expect(looksOf(10_000, 5000)).toBe(short)
  })
})

describe('a list in blocks', () => {
  const part = fc.nat({ max: 99 }).map((index) => call(index))
  const change = fc.record({ at: fc.nat(), part, appends: fc.boolean() })

  it('equals a plain array at every moment, and does not affect its earlier versions', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 2100, size: 'max' }), fc.array(change, { maxLength: 80, size: 'max' }), (first, changes) => {
        let list = BlockList.of(first)
        let plain: readonly UIPart[] = first
        const versions: (readonly [BlockList<UIPart>, readonly UIPart[]])[] = []
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
