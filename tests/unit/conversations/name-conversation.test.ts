import { expect, it } from 'vitest'
import { nameConversation } from '../../../src/main/conversations/conversation-title'
import { createFakeClock } from '../../support/fake-clock'
import { emptyStore } from '../../support/stored-worlds'

const said = (id: string, text: string) => ({ id, role: 'user', metadata: {}, parts: [{ type: 'text', text, state: 'done' }] }) as const

it.each([
  ['What do we owe Hoshino Print?', 'What do we owe Hoshino Print?'],
  ['Pay the Hoshino Print invoice from the studio account before Friday, please.', 'Pay the Hoshino Print invoice from the…'],
  ['Show the late parcels. Group them by courier and send me the list.', 'Show the late parcels'],
  ['Hello! How is the weather in Kyoto?', 'Hello! How is the weather in Kyoto?'],
  ['  星野印刷の請求書を見せて。 ', '星野印刷の請求書を見せて'],
  ['来週の金曜日までに星野印刷の請求書をスタジオの口座から支払ってください。', '来週の金曜日までに星野印刷の請求書を…'],
  ['one\ntwo', 'one two'],
  ['x'.repeat(100), `${'x'.repeat(39)}…`],
  ['𠮷'.repeat(30), `${'𠮷'.repeat(19)}…`],
])('a conversation is named after the first words of its first message, cut at a word: %s', (words, title) => {
  const { conversations } = emptyStore(createFakeClock())
  conversations.create('conversation-1', '')
  nameConversation(conversations, 'conversation-1', said('first', words))
  expect(conversations.get('conversation-1')?.title).toBe(title)
})

it('a conversation with a title keeps it, the user’s own too, and one without messages has none', () => {
  const { conversations } = emptyStore(createFakeClock())
  conversations.create('conversation-1', '')
  nameConversation(conversations, 'conversation-1', said('empty', ' '))
  expect(conversations.get('conversation-1')?.title).toBe('')
  conversations.rename('conversation-1', 'Mine')
  nameConversation(conversations, 'conversation-1', said('next', 'Other words'))
  expect(conversations.get('conversation-1')?.title).toBe('Mine')
})
