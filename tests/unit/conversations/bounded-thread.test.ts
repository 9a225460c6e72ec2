import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import { createBoundedThread } from '../../../src/main/conversations/bounded-thread'
import { closeCutOff } from '../../../src/main/conversations/close-cut-off'
import { createThreadWriter, type ThreadWriter } from '../../../src/main/conversations/thread-writer'
import type { Store } from '../../../src/main/storage/database/store'
import type { Chunk } from '../../../src/shared/protocol/chunks'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { emptyStore } from '../../support/stored-worlds'

const ID = 'conversation-1'

/** What a message holds: as long as it is in memory, this is too. */
class Held {
  readonly artifactId = 'result_1'
  readonly title = 'Rows'
  readonly rows = 1
  readonly columns = 1
}

function storedWriter(store: Store, clock: FakeClock, mend?: (messages: readonly UIMessage[]) => readonly UIMessage[]): ThreadWriter {
  return createThreadWriter({
    conversationId: ID,
    thread: createBoundedThread({
      list: () => store.messages.list(ID),
      latest: (most) => store.messages.latest(ID, most),
      holds: (messageId, turnId) => store.messages.holds(ID, messageId, turnId),
      inMemory: IN_MEMORY,
      ...(mend !== undefined && { mend }),
    }),
    clock,
    emit: () => undefined,
    keepFile: (chunk) => chunk,
    save: (turnId, message) => store.messages.save(ID, turnId, message),
  })
}

function publish(writer: ThreadWriter, turn: number, role: 'user' | 'assistant', chunks: readonly Chunk[]): void {
  const place = { turnId: `turn-${turn}`, messageId: `${role}-${turn}`, role }
  for (const chunk of chunks) writer.publish([{ ...place, chunk }])
}

/** The user's words, and an answer with a call that is still open and a result. */
function takeTurn(writer: ThreadWriter, turn: number): void {
  const start = (messageId: string): Chunk => ({ type: 'start', messageId, messageMetadata: { turnId: `turn-${turn}` } })
  publish(writer, turn, 'user', [start(`user-${turn}`), ...words(`question ${turn}`), { type: 'finish', finishReason: 'stop' }])
  const call = { type: 'tool-input-available', toolCallId: `call-${turn}`, toolName: 'wait', input: {}, dynamic: true } as const
  const told: readonly Chunk[] = [...words(`answer ${turn}`), call, { type: 'data-artifact', data: new Held() }]
  publish(writer, turn, 'assistant', [start(`assistant-${turn}`), ...told, { type: 'finish', finishReason: 'stop' }])
}

function words(text: string): readonly Chunk[] {
  return [
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: text },
    { type: 'text-end', id: 'text' },
  ]
}

const IN_MEMORY = 16
const TURNS = 2 * IN_MEMORY + 4

function longThread() {
  const clock = createFakeClock()
  const store = emptyStore(clock)
  store.conversations.create(ID, 'Long')
  const writer = storedWriter(store, clock)
  for (let turn = 1; turn <= TURNS; turn += 1) takeTurn(writer, turn)
  return { clock, store, writer }
}

const idsUpTo = (turns: number) => Array.from({ length: turns }, (_, index) => [`user-${index + 1}`, `assistant-${index + 1}`]).flat()

it('a long thread has only its last part in memory, and all of its messages in their order', async () => {
  const { writer } = longThread()
  // a value that was reached through a weak reference stays until the end of the job
  await new Promise((resolve) => setImmediate(resolve))
  expect(queryObjects(Held)).toBeLessThanOrEqual(IN_MEMORY)
  expect(queryObjects(Held)).toBeGreaterThan(0)
  expect(writer.messages().map(({ id }) => id)).toEqual(idsUpTo(TURNS))
  expect(writer.message('user-1')?.parts).toEqual([{ type: 'text', text: 'question 1', state: 'done' }])
})

it('what comes late for a message that left the memory changes it, in the thread and in the store, and no other', () => {
  const { store, writer } = longThread()
  const before = writer.messages()
  publish(writer, 3, 'assistant', [
    { type: 'start', messageId: 'assistant-3' },
    { type: 'tool-output-available', toolCallId: 'call-3', output: { late: true } },
    { type: 'finish', finishReason: 'other' },
  ])
  writer.amend('turn-4', 'assistant-4', { cost: 1 })
  for (const messages of [writer.messages(), store.messages.list(ID)]) {
    expect(messages.map(({ id }) => id)).toEqual(idsUpTo(TURNS))
    const changed = messages.filter((message, index) => JSON.stringify(message) !== JSON.stringify(before[index]))
    expect(changed.map(({ id }) => id)).toEqual(['assistant-3', 'assistant-4'])
    expect(changed[0]?.parts).toContainEqual(expect.objectContaining({ toolCallId: 'call-3', output: { late: true } }))
    expect(changed[1]?.metadata).toMatchObject({ cost: 1 })
  }
})

it('a message that begins late in a turn that left the memory stands in its turn', () => {
  const { writer } = longThread()
  const late = { turnId: 'turn-2', messageId: 'late', role: 'assistant' } as const
  for (const chunk of [{ type: 'start', messageId: 'late' }, ...words('late')] as const) writer.publish([{ ...late, chunk }])
  const ids = writer.messages().map(({ id }) => id)
  expect(ids.slice(2, 6)).toEqual(['user-2', 'assistant-2', 'late', 'user-3'])
  expect(ids).toHaveLength(2 * TURNS + 1)
})

it('a message that was mended at the start stays so, also once it has left the memory', () => {
  const { clock, store } = longThread()
  const mend = (messages: readonly UIMessage[]) =>
    messages.map((message) => (message.id === 'assistant-1' ? { ...message, metadata: { truncated: true } } : message))
  const writer = storedWriter(store, clock, mend)
  expect(writer.message('assistant-1')?.metadata).toEqual({ truncated: true })
  expect(writer.messages().filter(({ metadata }) => metadata?.truncated === true)).toHaveLength(1)
})

it('a long thread is opened by its end alone, and read whole once for whoever asks for all of it', () => {
  const { store } = longThread()
  let reads = 0
  const thread = createBoundedThread({
    list() {
      reads += 1
      return store.messages.list(ID)
    },
    latest: (most) => store.messages.latest(ID, most),
    holds: () => false,
    inMemory: IN_MEMORY,
  })
  const newest = thread.newest(8)
  expect(newest.messages.map(({ id }) => id)).toEqual(idsUpTo(TURNS).slice(-8))
  expect(newest.earlier).toBe(2 * TURNS - 8)
  expect(reads).toBe(0)
  expect(thread.messages().map(({ id }) => id)).toEqual(idsUpTo(TURNS))
  expect(thread.newest(IN_MEMORY + 2)).toEqual({ messages: thread.messages().slice(-IN_MEMORY - 2), earlier: 2 * TURNS - IN_MEMORY - 2 })
  expect(reads).toBe(1)
})

it('a call that goes on in a message that left the memory is not taken for one that was cut off', async () => {
  const clock = createFakeClock()
  const store = emptyStore(clock)
  store.conversations.create(ID, 'Long')
  takeTurn(storedWriter(store, clock), 1)
  const closed = (message: UIMessage) => message.parts.some((part) => part.type === 'dynamic-tool' && part.state === 'output-error')
  const mend = (messages: readonly UIMessage[]) => messages.map((message) => closeCutOff(message, () => false))
  const writer = storedWriter(store, clock, mend)
  for (let turn = 2; turn <= TURNS; turn += 1) takeTurn(writer, turn)
  await new Promise((resolve) => setImmediate(resolve))
  // the call of the first turn was cut off by the end of the app, those of this run go on
  expect(
    writer
      .messages()
      .filter(closed)
      .map(({ id }) => id),
  ).toEqual(['assistant-1'])
  publish(writer, 2, 'assistant', [{ type: 'tool-output-available', toolCallId: 'call-2', output: 'late' }])
  for (let turn = TURNS + 1; turn <= 2 * TURNS; turn += 1) takeTurn(writer, turn)
  await new Promise((resolve) => setImmediate(resolve))
  expect(writer.messages().map(({ id }) => id)).toEqual(idsUpTo(2 * TURNS))
  expect(
    writer
      .messages()
      .filter(closed)
      .map(({ id }) => id),
  ).toEqual(['assistant-1'])
})
