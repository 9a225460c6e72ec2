import { expect, it, onTestFinished } from 'vitest'
import { createAnnouncements } from '../../../src/renderer/app/announcements'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { createAppStore } from '../../../src/renderer/state/store'
import { createClient } from '../../../src/shared/ipc/client'
import type { Activity } from '../../../src/shared/ipc/schemas'
import { threadFromMessages } from '../../../src/shared/protocol/fold'
import { replayStatus } from '../../support/ui-worlds'

const transport = { call: () => Promise.resolve({ ok: true, value: null }), onEvent: () => () => undefined }

/** A window with one conversation, and its screen reader announcements. */
function scene() {
  const told: string[] = []
  const store = createAppStore(createClient(transport, () => undefined))
  const user = { id: 'ask', role: 'user', parts: [{ type: 'text', text: 'Will it rain?' }] } as const
  /** Parley's state, and the text of its answer so far. */
  const becomes = (activity: Activity, text: string): void => {
    const answer = { id: 'answer', role: 'assistant', parts: [{ type: 'text', text }] } as const
    const entry = { thread: threadFromMessages(text === '' ? [user] : [user, answer]) }
    store.api.setState((state) => ({
      opening: { phase: 'ready' },
      currentConversationId: 'conversation-0',
      statuses: { 'conversation-0': replayStatus({ activity }) },
      threads: { 'conversation-0': { ...state.threads['conversation-0'], ...entry } as (typeof state.threads)[string] },
    }))
  }
  becomes('idle', '')
  const stop = createAnnouncements(
    store,
    () => createTranslator('en'),
    () => 0,
    { polite: (text) => told.push(text), assertive: (text) => told.push(`! ${text}`) },
  )
  onTestFinished(stop)
  return { told, becomes }
}

it('a screen reader gets an answer once, when it is complete, and never its pieces', () => {
  const { told, becomes } = scene()
  becomes('thinking', '')
  becomes('speaking', 'It will')
  for (const piece of ['It will rain', 'It will rain in', 'It will rain in Kanazawa.']) becomes('speaking', piece)
  expect(told.filter((text) => text.includes('rain'))).toEqual([])
  becomes('idle', 'It will rain in Kanazawa.')
  becomes('idle', 'It will rain in Kanazawa.')
  expect(told.filter((text) => text.includes('rain'))).toEqual(['Parley: It will rain in Kanazawa.'])
  // states are announced as text, once each
  expect(told.filter((text) => text === 'Speaking')).toHaveLength(1)
  expect(told.filter((text) => text === 'Thinking')).toHaveLength(1)
})
