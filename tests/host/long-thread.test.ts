import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/main/storage/database/open-store'
import { startInProcess } from '../support/app-in-process'
import { createFakeClock } from '../support/fake-clock'
import { tempFolder } from '../support/temp-folder'

const MESSAGES = 2450
const idOf = (place: number): string => `message-${place}`

/** A data folder with one long conversation. */
function longThread(): string {
  const folder = tempFolder()
  const opened = openStore(folder, { clock: createFakeClock(), unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  store.durably(() => {
    store.conversations.create('long', 'Long')
    for (let place = 0; place < MESSAGES; place += 1) {
      const message = { id: idOf(place), role: place % 2 === 0 ? 'user' : 'assistant', metadata: { turnId: `turn-${place >> 1}` } } as const
      store.messages.save('long', `turn-${place >> 1}`, { ...message, parts: [{ type: 'text', text: `Words ${place}`, state: 'done' }] })
    }
  })
  store.close()
  return folder
}

test('a long thread is opened with its end, and earlier messages are sent in pieces without omissions', async () => {
  const app = await startInProcess({ fixtures: [], userDataFolder: longThread() })
  onTestFinished(() => app.stop())
  const conversationId = 'long'
  const opened = await app.call('conversation.open', { conversationId })
  expect(opened.messages.length + opened.earlier).toBe(MESSAGES)
  expect(opened.messages.length).toBeLessThan(MESSAGES / 10)
  let { messages, earlier } = opened
  const pieces = [messages]
  while (earlier > 0) {
    ;({ messages, earlier } = await app.call('conversation.earlier', { conversationId, messageId: messages[0]?.id ?? '' }))
    pieces.unshift(messages)
  }
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.flat().map(({ id }) => id)).toEqual(Array.from({ length: MESSAGES }, (_, place) => idOf(place)))
  await expect(app.call('conversation.earlier', { conversationId, messageId: 'nobody' })).rejects.toThrow('message-unknown')
})
