import { expect, it } from 'vitest'
import { followPresence } from '../../src/main/desktop/presence'
import { createEventBus } from '../../src/main/lib/event-bus'

it('an exception of a window besides the main one is reported, and the next change reaches it', async () => {
  const eventBus = createEventBus({ deliver: () => undefined, report: () => undefined })
  const reports: unknown[] = []
  let times = 0
  followPresence(
    eventBus,
    () => {
      times += 1
      if (times === 1) throw new Error('the window is gone')
    },
    (error) => reports.push(error),
  )
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  eventBus.emit('conversation.list', { changed: [], removed: [], currentConversationId: null })
  await turn()
  eventBus.emit('conversation.list', { changed: [], removed: [], currentConversationId: null })
  await turn()
  expect(times).toBe(2)
  expect(reports).toEqual([new Error('the window is gone')])
})
