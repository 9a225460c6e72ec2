import type { UIMessage as AiMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chunk, PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../../src/shared/protocol/fold'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { messagesProblem, readMessage } from '../../support/ai-reader'
import { happenings } from '../../support/arbitrary-happenings'
import { live, play } from '../../support/converter-script'

const foldAll = (output: readonly PlacedChunk[], thread: Thread = emptyThread()) => output.reduce(foldChunk, thread)
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function place(messageId: string, role: 'user' | 'assistant', turnId: string, ...chunks: readonly Chunk[]): readonly PlacedChunk[] {
  return chunks.map((chunk) => ({ messageId, role, turnId, chunk }))
}

// A withdrawn approval has no answer: the AI SDK's client makes one up, our fold removes the approval.
function comparable(message: AiMessage | UIMessage | undefined): unknown {
  return plain({
    ...message,
    parts: message?.parts.map((part) =>
      part.type === 'dynamic-tool' && part.state === 'output-error' ? { ...part, approval: undefined } : part,
    ),
  })
}

describe('fold', () => {
  it("makes the same messages as the AI SDK's reader", async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (events) => {
        const output = play(events)
        for (const message of foldAll(output).messages) {
          expect(comparable(message)).toEqual(comparable(await readMessage(output, message.id)))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the identity of unchanged objects', () => {
    const output = play([live.heard('Hi.'), live.said('Hello.'), live.call('pay'), live.said('Wait'), live.said(' …')])
    let thread = emptyThread()
    for (const placed of output) {
      const before = thread
      thread = foldChunk(thread, placed)
      for (const message of before.messages) {
        const after = thread.messages.find(({ id }) => id === message.id)
        if (message.id !== placed.messageId) expect(after).toBe(message)
        const changed = message.parts.filter((part, index) => after?.parts[index] !== part)
        expect(changed.length).toBeLessThanOrEqual(1)
      }
    }
  })

  it('returns the same thread for sound, diagnostics and unknown messages', () => {
    const thread = foldAll(play([live.said('Hello.')]))
    const [sound] = play([live.audio(4)]).filter(({ chunk }) => chunk.type === 'data-pcm')
    expect(sound).toBeDefined()
    for (const placed of [sound, ...place('other', 'assistant', 'turn-9', { type: 'text-delta', id: 't', delta: 'x' })]) {
      if (placed !== undefined) expect(foldChunk(thread, placed)).toBe(thread)
    }
  })

  it('puts the user’s text of a turn before its answer, whichever came first', () => {
    const answer = (turn: string) => place(`a-${turn}`, 'assistant', turn, { type: 'start', messageId: `a-${turn}` })
    const words = (turn: string) => place(`u-${turn}`, 'user', turn, { type: 'start', messageId: `u-${turn}` })
    const many = Array.from({ length: 40 }, (_, index) => answer(`${index}`)).flat()
    const thread = foldAll([...many, ...words('39'), ...words('2'), ...words('40'), ...answer('40')])
    const ids = thread.messages.map(({ id }) => id)
    expect(ids.slice(2, 4)).toEqual(['u-2', 'a-2'])
    expect(ids.slice(-4)).toEqual(['u-39', 'a-39', 'u-40', 'a-40'])
    expect(ids).toHaveLength(44)
  })

  it('continues stored messages, even in the middle of a text', () => {
    const output = play([live.heard('Hi.'), live.said('Hel'), live.said('lo.'), live.complete()])
    const cut = output.findIndex(({ chunk }) => chunk.type === 'text-delta' && chunk.delta === 'lo.')
    const stored: readonly UIMessage[] = JSON.parse(JSON.stringify(foldAll(output.slice(0, cut)).messages))
    expect(plain(foldAll(output.slice(cut), threadFromMessages(stored)).messages)).toEqual(plain(foldAll(output).messages))
  })

  it('costs the same for every delta, however long the text and the thread', () => {
    const start: readonly Chunk[] = [{ type: 'start', messageId: 'm' }, { type: 'start-step' }, { type: 'text-start', id: 't' }]
    const stored = Array.from({ length: 10_000 }, (_, index): UIMessage => ({ id: `old-${index}`, role: 'assistant', parts: [] }))
    let thread = foldAll(place('m', 'assistant', 'turn-1', ...start), threadFromMessages(stored))
    for (let index = 0; index < 10_000; index += 1) {
      for (const placed of place('m', 'assistant', 'turn-1', { type: 'text-delta', id: 't', delta: `${index % 10}` }))
        thread = foldChunk(thread, placed)
    }
    const [, text] = thread.messages.at(-1)?.parts ?? []
    expect(text?.type === 'text' ? text.text.length : 0).toBe(10_000)
    expect(thread.messages).toHaveLength(10_001)
  })
})

describe("the user's answer", () => {
  const asked = [live.call('pay'), { type: 'ask-open', index: 0, approvalId: 'p1' } as const, { type: 'pause' } as const]
  const waiting = foldAll(play(asked))
  const state = (thread: Thread) =>
    thread.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))[0]
  const answer = (approved: boolean | null, reason: string | null = null) => ({
    messageId: 'message-1',
    approvalId: 'p1',
    approved,
    reason,
  })

  it('is stored with its reason, and a decided approval can’t be decided again', () => {
    const denied = foldAnswer(waiting, answer(false, 'expired'))
    expect(state(denied)).toMatchObject({ state: 'approval-responded', approval: { id: 'p1', approved: false, reason: 'expired' } })
    expect(foldAnswer(denied, answer(true))).toBe(denied)
    expect(foldAnswer(waiting, { ...answer(true), approvalId: 'p2' })).toBe(waiting)
    expect(foldAnswer(waiting, { ...answer(true), messageId: 'other' })).toBe(waiting)
  })

  it('withdrawn leaves the call without an approval', async () => {
    const withdrawn = foldAnswer(waiting, answer(null))
    expect(state(withdrawn)).toMatchObject({ state: 'input-available' })
    expect(state(withdrawn)).not.toHaveProperty('approval')
    expect(await messagesProblem(JSON.parse(JSON.stringify(withdrawn.messages)))).toBeNull()
  })

  it('keeps its reason when the denial is settled', async () => {
    const denied = foldAnswer(waiting, answer(false, 'too much'))
    const settled = foldAll(place('message-1', 'assistant', 'turn-1', { type: 'tool-output-denied', toolCallId: 'call-1' }), denied)
    expect(state(settled)).toMatchObject({ state: 'output-denied', approval: { approved: false, reason: 'too much' } })
    expect(await messagesProblem(JSON.parse(JSON.stringify(settled.messages)))).toBeNull()
  })

  it('that was not given is removed from a withdrawn call', async () => {
    const chunk = { type: 'tool-output-error', toolCallId: 'call-1', errorText: 'taken back' } as const
    const settled = foldAll(place('message-1', 'assistant', 'turn-1', chunk), waiting)
    expect(state(settled)).toMatchObject({ state: 'output-error', errorText: 'taken back' })
    expect(await messagesProblem(JSON.parse(JSON.stringify(settled.messages)))).toBeNull()
  })
})
