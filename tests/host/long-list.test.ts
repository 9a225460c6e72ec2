import { expect, onTestFinished, test } from 'vitest'
import type { ListPosition } from '../../src/shared/ipc/conversation-list'
import { startInProcess } from '../support/app-in-process'
import { fileOfMany } from '../support/many-conversations'
import { PATIENCE, sized } from '../support/scale'
import { finish, says, textRecording, words } from '../support/text-recording'

const COUNT = sized(20_000, 1_200)
const PAGE = 500

test('a long list is sent page by page, and of a change only what changed', { timeout: PATIENCE }, async () => {
  const app = await startInProcess({ fixtures: [textRecording([words, says('Hello.'), finish()])], speed: 50 })
  onTestFinished(() => app.remove())
  for (const [index, bytes] of fileOfMany(COUNT).entries()) await app.call('history.importPiece', { first: index === 0, bytes })
  await app.call('history.import', null)
  expect(app.told('conversation.list').at(-1)).toEqual({ changed: null, removed: [], currentConversationId: null })

  const first = await app.call('app.bootstrap', null)
  const listed = [...first.conversations]
  let after: ListPosition | null = first.nextConversations
  while (after !== null) {
    const page = await app.call('conversation.page', { after })
    expect(page.conversations.length).toBeLessThanOrEqual(PAGE)
    listed.push(...page.conversations)
    after = page.next
  }
  expect(first.conversations).toHaveLength(PAGE)
  expect(listed.map(({ title }) => title)).toEqual(Array.from({ length: COUNT }, (_, index) => `Conversation ${COUNT - 1 - index}`))

  const before = app.told('conversation.list').length
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hi' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  await app.call('conversation.rename', { conversationId, title: 'Greeting' })
  await app.call('conversation.remove', { conversationId })
  const changes = app.told('conversation.list').slice(before)
  expect(changes.length).toBeGreaterThan(3)
  expect(changes.filter(({ changed, removed }) => (changed?.length ?? PAGE) + removed.length > 1)).toEqual([])
  expect(changes.at(-1)).toEqual({ changed: [], removed: [conversationId], currentConversationId: null })
})
