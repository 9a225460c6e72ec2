import { expect, test } from 'vitest'
import { createConversationList, withChange } from '../../../src/renderer/state/conversation-list'
import type { ConversationPage, ListPosition } from '../../../src/shared/ipc/conversation-list'
import type { ConversationSummary } from '../../../src/shared/ipc/schemas'

const summary = (conversationId: string, updatedAt: number, title = conversationId): ConversationSummary => {
  return { conversationId, title, updatedAt, hasVoice: false, openApprovals: 0, pinned: false, archived: false }
}
const titles = (list: readonly ConversationSummary[]) => list.map(({ title }) => title)
const place = (conversationId: string, updatedAt: number): ListPosition => ({ conversationId, updatedAt, createdAt: 0 })

/** A list whose pages are given by the test, one by one. */
function scene(first: ConversationPage) {
  let list: readonly ConversationSummary[] = first.conversations
  const asked: (ListPosition | null)[] = []
  const waiting: ((page: ConversationPage | null) => void)[] = []
  const reads = createConversationList(
    {
      async call(_, request) {
        asked.push(request !== null && 'after' in request ? request.after : null)
        const page = await new Promise<ConversationPage | null>((resolve) => void waiting.push(resolve))
        // the list makes no other call
        return page === null ? { ok: false, error: { code: 'gone', message: 'gone' } } : ({ ok: true, value: page } as never)
      },
    },
    (next) => {
      list = next(list)
    },
  )
  const give = async (page: ConversationPage | null) => {
    waiting.shift()?.(page)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...reads, asked, give, shown: () => titles(list) }
}

test('a changed conversation moves to its place in time, one whose time is the same stays, and a removed one is gone', () => {
  const list = [summary('a', 30), summary('b', 20), summary('c', 10)]
  expect(titles(withChange(list, { changed: [summary('c', 40)], removed: ['a'] }))).toEqual(['c', 'b'])
  expect(titles(withChange(list, { changed: [summary('b', 20, 'renamed')], removed: [] }))).toEqual(['a', 'renamed', 'c'])
  expect(titles(withChange(list, { changed: [summary('old', 5), summary('new', 35)], removed: [] }))).toEqual(['new', 'a', 'b', 'c', 'old'])
})

test('the list of a long history is read page by page, with what changed meanwhile', async () => {
  const { begin, change, asked, give, shown } = scene({ conversations: [summary('a', 50), summary('b', 40)], next: place('b', 40) })
  begin({ conversations: [summary('a', 50), summary('b', 40)], next: place('b', 40) })
  await give({ conversations: [summary('c', 30)], next: place('c', 30) })
  change({ changed: [summary('d', 60, 'd said')], removed: ['a'] })
  expect(shown()).toEqual(['d said', 'b'])
  await give({ conversations: [summary('e', 10)], next: null })
  expect(shown()).toEqual(['d said', 'b', 'c', 'e'])
  expect(asked).toEqual([place('b', 40), place('c', 30)])
})

test('a list that changed as a whole while it was read is read once more, and stays as it is if it can’t be read', async () => {
  const { begin, change, asked, give, shown } = scene({ conversations: [summary('a', 50)], next: place('a', 50) })
  begin({ conversations: [summary('a', 50)], next: place('a', 50) })
  change({ changed: null, removed: [] })
  change({ changed: null, removed: [] })
  await give({ conversations: [summary('b', 40)], next: null })
  await give({ conversations: [summary('imported', 60), summary('a', 50)], next: null })
  expect(shown()).toEqual(['imported', 'a'])
  change({ changed: null, removed: [] })
  await give(null)
  expect(shown()).toEqual(['imported', 'a'])
  expect(asked).toEqual([place('a', 50), null, null])
})
