import { expect, test } from 'vitest'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'

test('a draft survives a restart with its conversation, and is removed with it', async () => {
  const fixtures = [await bundledFixture('weather')]
  const first = await startInProcess({ fixtures })
  const { conversationId } = await first.call('conversation.create', null)
  await first.call('draft.save', { conversationId, text: '明日の金沢は' })
  await first.stop()
  const second = await startInProcess({ fixtures, userDataFolder: first.userDataFolder })
  expect(await second.call('draft.read', { conversationId })).toEqual({ text: '明日の金沢は', attachments: [] })
  await second.call('conversation.remove', { conversationId })
  await second.call('conversation.erase', { conversationId })
  expect(await second.call('draft.read', { conversationId })).toEqual({ text: '', attachments: [] })
  await second.remove()
})
