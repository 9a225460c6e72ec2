import { expect, it } from 'vitest'
import { type AppState, initialState } from '../../../src/renderer/state/app-state'
import { createAppStore } from '../../../src/renderer/state/store'
import type { Client } from '../../../src/shared/ipc/client'
import { success } from '../../../src/shared/lib/result'
import { emptyThread } from '../../../src/shared/protocol/fold'
import { conversationSummary } from '../../support/conversation-summary'
import { replayStatus } from '../../support/ui-worlds'

const summary = conversationSummary({ conversationId: 'new' })

function world(change: Partial<AppState> = {}): AppState {
  return {
    ...initialState(),
    conversations: [summary],
    threads: { new: { thread: emptyThread(), nextSeq: 0 } },
    statuses: { new: replayStatus({ conversationId: 'new', session: { phase: 'off' } }) },
    ...change,
  }
}

/** The call to main when the user wants a new conversation in this state. */
async function askedFor(state: AppState): Promise<readonly string[]> {
  const asked: string[] = []
  const call = (name: string) => {
    asked.push(name)
    return Promise.resolve(
      success(
        name === 'conversation.create' ? { ...summary, conversationId: 'another' } : { messages: [], earlier: 0, calls: [], forks: [] },
      ),
    )
  }
  const store = createAppStore({ call, on: () => () => undefined, onLost: () => () => undefined } as unknown as Client)
  store.api.setState(state)
  await store.create()
  expect(store.api.getState().view).toEqual({ name: 'thread' })
  return asked
}

it('an empty new conversation is used again, so that they don’t pile up', async () => {
  expect(await askedFor(world())).toEqual(['conversation.open'])
})

it.each<readonly [string, Partial<AppState>]>([
  ['was named', { conversations: [{ ...summary, title: 'Plans' }] }],
  ['is pinned', { conversations: [{ ...summary, pinned: true }] }],
  ['is private', { conversations: [{ ...summary, isPrivate: true }] }],
  ['holds a draft', { drafts: { new: 'half a thought' } }],
  ['listens', { statuses: { new: replayStatus({ conversationId: 'new', session: { phase: 'ready', since: 0 } }) } }],
  ['was not read yet', { threads: {} }],
])('one that %s is left alone', async (_, change) => {
  expect(await askedFor(world(change))).toEqual(['conversation.create', 'conversation.open'])
})
