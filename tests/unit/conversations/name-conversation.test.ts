import { expect, it } from 'vitest'
import { nameConversation } from '../../../src/main/conversations/conversation-title'
import { createFakeClock } from '../../support/fake-clock'
import { emptyStore } from '../../support/stored-worlds'

const said = (id: string, text: string) => ({ id, role: 'user', metadata: {}, parts: [{ type: 'text', text, state: 'done' }] }) as const

it.each([
  ['What do we owe Hoshino Print?', 'What do we owe Hoshino Print?'],
  ['  星野印刷の請求書を見せて。 ', '星野印刷の請求書を見せて'],
  [
    '𠮷野家'.repeat(30),
    `${'𠮷野家'
      .repeat(30)
      .slice(0, 79)
      .replace(/[\uD800-\uDBFF]$/, '')}…`,
  ],
])('a conversation is named after its first message, whole characters within the limit: %s', (words, title) => {
  const { conversations } = emptyStore(createFakeClock())
  conversations.create('conversation-1', '')
  nameConversation(conversations, 'conversation-1', said('first', words))
  const given = conversations.get('conversation-1')?.title ?? ''
  expect([...given].length).toBeLessThanOrEqual(60)
  expect(given).toBe(title)
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
