import { expect, it } from 'vitest'
import { followPresence, readPresence } from '../../src/main/desktop/presence'
import { createEventBus } from '../../src/main/lib/event-bus'
import type { SightView } from '../../src/shared/sight/sight-calls'
import { replayStatus } from '../support/ui-worlds'

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

it('what Gemini really sees is not taken for a demo while a demo is the current conversation, nor the other way round', () => {
  const demo = replayStatus({ conversationId: 'demo' })
  const real = replayStatus({ conversationId: 'real', replay: null })
  const seenIn = (conversationId: string, currentId: string) => {
    const source = { kind: 'screen', sourceId: 'screen:0', name: 'Screen' } as const
    const view: SightView = {
      ...{ phase: 'on', sightId: 'sight-1', conversationId, source, by: 'user' },
      ...{ since: 0, frames: 1, tokens: 258, dollars: null },
    }
    const registry = { currentId: () => currentId, statuses: () => [demo, real] }
    const nothingOpen = { open: () => [] }
    const talk = { state: () => ({ phase: 'idle' }) as const }
    return readPresence({ registry, queue: nothingOpen, elicitations: nothingOpen, talk, sight: { view: () => view } }).sight
  }
  expect(seenIn('real', 'demo')).toEqual({ kind: 'screen', isDemo: false })
  expect(seenIn('demo', 'real')).toEqual({ kind: 'screen', isDemo: true })
})
