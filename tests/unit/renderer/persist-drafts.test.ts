import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActions } from '../../../src/renderer/state/actions'
import { persistDrafts } from '../../../src/renderer/state/persist-drafts'
import { createAppStore } from '../../../src/renderer/state/store'
import type { Client } from '../../../src/shared/ipc/client'
import { failure, type Result, success } from '../../../src/shared/lib/result'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page whose main replies as the test says. */
function page(kept = '') {
  const saved: string[] = []
  let answerSending: (reply: Result<null>) => void = () => undefined
  const call = (name: string, request: { readonly text?: string } | null): Promise<Result<unknown>> => {
    if (name === 'draft.save') saved.push(request?.text ?? '')
    if (name === 'draft.read') return Promise.resolve(success({ text: kept, attachments: [] }))
    if (name !== 'text.send') return Promise.resolve(success(null))
    return new Promise((resolve) => {
      answerSending = resolve
    })
  }
  const client = { call, on: () => () => undefined, onLost: () => () => undefined } as unknown as Client
  const store = createAppStore(client)
  persistDrafts(store)
  return { saved, store, actions: createActions(store), answer: (reply: Result<null>) => answerSending(reply) }
}

it('saves a draft once typing pauses, and not at every key', async () => {
  const { saved, actions } = page()
  for (const text of ['H', 'He', 'Hello']) actions.setDraft('conversation-1', text)
  await vi.advanceTimersByTimeAsync(250)
  expect(saved).toEqual(['Hello'])
})

it('keeps a message being sent until it is acknowledged, with text typed meanwhile', async () => {
  const { saved, actions, answer } = page()
  actions.setDraft('conversation-1', 'Hello')
  await vi.advanceTimersByTimeAsync(250)
  const sent = actions.sendDraft('conversation-1')
  actions.setDraft('conversation-1', 'and more')
  await vi.advanceTimersByTimeAsync(250)
  expect(saved.at(-1)).toBe('Hello\nand more')
  answer(success(null))
  await sent
  await vi.advanceTimersByTimeAsync(250)
  expect(saved.at(-1)).toBe('and more')
})

it('restores text that failed to be sent as the draft, and saves it', async () => {
  const { saved, store, actions, answer } = page()
  actions.setDraft('conversation-1', 'Hello')
  const sent = actions.sendDraft('conversation-1')
  answer(failure('channel-lost', 'Gone'))
  await sent
  await vi.advanceTimersByTimeAsync(250)
  expect(store.api.getState().drafts['conversation-1']).toBe('Hello')
  expect(saved).toEqual(['Hello'])
})

it('restores a stored draft when its conversation is opened, before text typed meanwhile and never over it', async () => {
  const thread = { thread: { messages: [] }, nextSeq: 0 } as never
  const { store } = page('Kept')
  store.api.setState({ currentConversationId: 'conversation-1', threads: { 'conversation-1': thread } })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.api.getState().drafts['conversation-1']).toBe('Kept')
  const other = page('Kept')
  other.actions.setDraft('conversation-1', 'Typed')
  other.store.api.setState({ currentConversationId: 'conversation-1', threads: { 'conversation-1': thread } })
  await vi.advanceTimersByTimeAsync(0)
  expect(other.store.api.getState().drafts['conversation-1']).toBe('Kept\nTyped')
  // and neither of them overwrites the other
  await vi.advanceTimersByTimeAsync(250)
  expect(other.saved).toEqual(['Kept\nTyped'])
})
