import { expect, it } from 'vitest'
import { createAppStore } from '../../../src/renderer/state/store'
import type { Client } from '../../../src/shared/ipc/client'
import { failure, success } from '../../../src/shared/lib/result'
import type { Chunk } from '../../../src/shared/protocol/chunks'

const message = (id: string) => ({ id, role: 'user', parts: [{ type: 'text', text: id, state: 'done' }] })
const opened = {
  messages: ['3', '4'].map(message),
  earlier: 3,
  nextSeq: 7,
  calls: [],
  forks: [],
  status: { conversationId: 'long' },
  summary: {},
}

/** A page that reads a thread of five messages, of which main returns two at first. */
function page(untilDrawn?: () => Promise<void>) {
  let hear: (event: unknown) => void = () => undefined
  let giveEarlier: (reply: unknown) => void = () => undefined
  const asked: unknown[] = []
  const client = {
    call(name: string, request: unknown) {
      if (name === 'conversation.open') return Promise.resolve(success(opened))
      asked.push(request)
      return new Promise((resolve) => {
        giveEarlier = resolve
      })
    },
    on(name: string, listener: (event: unknown) => void) {
      if (name === 'stream.chunk') hear = listener
      return () => undefined
    },
    onLost: () => () => undefined,
  } as unknown as Client
  const store = createAppStore(client, null, untilDrawn)
  const ids = () => store.api.getState().threads.long?.thread.messages.map(({ id }) => id)
  const chunk = (seq: number, one: Chunk) =>
    hear({ conversationId: 'long', turnId: 'turn-new', messageId: 'new', role: 'assistant', seq, chunk: one })
  return { store, ids, chunk, asked, give: (reply: unknown) => giveEarlier(reply) }
}

it('the end of a long thread is there at once, and messages that arrive while the rest loads come after all of it, once', async () => {
  const { store, ids, chunk, asked, give } = page()
  await store.open('long')
  expect(ids()).toEqual(['3', '4'])
  expect(store.api.getState().unread.long).toBe(3)
  chunk(7, { type: 'start', messageId: 'new' })
  chunk(8, { type: 'text-start', id: 't' })
  chunk(9, { type: 'text-delta', id: 't', delta: 'said ' })
  expect(ids()).toEqual(['3', '4', 'new'])
  give(success({ messages: ['1', '2'].map(message), earlier: 1 }))
  await expect.poll(() => asked.length).toBe(2)
  chunk(10, { type: 'text-delta', id: 't', delta: 'meanwhile' })
  give(success({ messages: ['0'].map(message), earlier: 0 }))
  await expect.poll(() => ids()).toEqual(['0', '1', '2', '3', '4', 'new'])
  expect(asked).toEqual([
    { conversationId: 'long', messageId: '3' },
    { conversationId: 'long', messageId: '1' },
  ])
  chunk(11, { type: 'text-delta', id: 't', delta: ' and after' })
  expect(store.api.getState().threads.long?.thread.messages.at(-1)?.parts).toMatchObject([{ text: 'said meanwhile and after' }])
  expect(store.api.getState().unread.long ?? 0).toBe(0)
})

it('the end stays if main can’t return the earlier messages', async () => {
  const { store, ids, give } = page()
  await store.open('long')
  give(failure('conversation-unknown', 'Gone'))
  await Promise.resolve()
  expect(ids()).toEqual(['3', '4'])
})

it('the messages before the end of a long thread are asked for once the end is drawn', async () => {
  let draw: () => void = () => undefined
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  const { store, ids, asked } = page(() => drawn)
  await store.open('long')
  await new Promise((resolve) => setImmediate(resolve))
  expect(ids()).toEqual(['3', '4'])
  expect(asked).toEqual([])
  draw()
  await expect.poll(() => asked.length).toBe(1)
})
