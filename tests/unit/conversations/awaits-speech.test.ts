import { expect, test } from 'vitest'
import { conversationBench } from '../../support/conversation-bench'

test('a model that waits for more speech leaves the page waiting for the user, until the user goes on', () => {
  const { conversation, receive, session } = conversationBench()
  session({ phase: 'ready', since: 0 })
  expect(conversation.status()).toMatchObject({ activity: 'thinking' })
  receive({ serverContent: { waitingForInput: true } })
  expect(conversation.status()).toMatchObject({ activity: 'idle', awaitsSpeech: true })
  conversation.sendText('and tomorrow?')
  expect(conversation.status().activity).toBe('thinking')
  expect(conversation.status().awaitsSpeech).toBeUndefined()
})
