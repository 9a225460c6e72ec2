// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { RemovedToasts } from '../../../src/renderer/app/removed-toasts'
import { useKeyboard } from '../../../src/renderer/app/use-keyboard'
import { createHistoryActions } from '../../../src/renderer/state/history-actions'
import { conversationSummary } from '../../support/conversation-summary'
import { type DataPage, showDataPage } from '../../support/data-page'
import { replayStatus } from '../../support/ui-worlds'

const titles = ['Groceries', 'Kanazawa', 'Rent', 'Choir', 'Bicycle']
const idOf = (title: string) => `conversation-${titles.indexOf(title)}`
const summaryOf = (title: string) => conversationSummary({ conversationId: idOf(title), title })

function Window() {
  useKeyboard()
  return <RemovedToasts />
}

afterEach(() => vi.useRealTimers())

/** A window with five conversations of which none is on the screen, and its actions. */
async function opened() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = await showDataPage(<Window />, {
    'conversation.open': ({ conversationId }: { readonly conversationId: string }) => ({
      summary: summaryOf(titles[Number(conversationId.slice(-1))] ?? ''),
      status: replayStatus({ conversationId }),
      messages: [],
      earlier: 0,
      nextSeq: 0,
      calls: [],
      forks: [],
    }),
  })
  await act(async () =>
    page.store.api.setState({ opening: { phase: 'ready' }, view: { name: 'thread' }, conversations: titles.map(summaryOf) }),
  )
  const { removeConversation } = createHistoryActions(page.store)
  return {
    page,
    remove: (title: string) => act(() => removeConversation(idOf(title))),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
  }
}

const told = (page: DataPage) => [...page.place.querySelectorAll('section')].map((toast) => toast.getAttribute('aria-label'))
const called = (page: DataPage, name: 'conversation.erase' | 'conversation.restore') =>
  page.calls(name).map((payload) => titles[Number(String(Object.values(payload ?? {})[0]).slice(-1))])

it('a second deletion does not shorten the first one’s time to undo', async () => {
  const { page, remove, pass } = await opened()
  await remove('Groceries')
  await pass(4_000)
  await remove('Kanazawa')
  expect(called(page, 'conversation.erase')).toEqual([])
  expect(told(page)).toEqual(['Deleted “Groceries”', 'Deleted “Kanazawa”'])
  await pass(2_000)
  expect(called(page, 'conversation.erase')).toEqual(['Groceries'])
  expect(told(page)).toEqual(['Deleted “Kanazawa”'])
  await pass(4_000)
  expect(called(page, 'conversation.erase')).toEqual(['Groceries', 'Kanazawa'])
  expect(told(page)).toEqual([])
})

it('each of several deletions is undone by its own button, and the keys undo the last remaining one', async () => {
  const { page, remove, pass } = await opened()
  for (const title of ['Groceries', 'Kanazawa', 'Rent']) await remove(title)
  const [, second] = page.place.querySelectorAll('button')
  await act(async () => second?.click())
  expect(called(page, 'conversation.restore')).toEqual(['Kanazawa'])
  await page.press(document.body, 'z', { ctrlKey: true })
  await page.press(document.body, 'z', { ctrlKey: true })
  await page.press(document.body, 'z', { ctrlKey: true })
  expect(called(page, 'conversation.restore')).toEqual(['Kanazawa', 'Rent', 'Groceries'])
  expect(told(page)).toEqual([])
  await pass(60_000)
  expect(called(page, 'conversation.erase')).toEqual([])
})

it('of many deletions the last three are shown, and the time of the others runs all the same', async () => {
  const { page, remove, pass } = await opened()
  for (const title of titles) await remove(title)
  expect(told(page)).toEqual(['Deleted “Rent”', 'Deleted “Choir”', 'Deleted “Bicycle”'])
  await page.press(document.body, 'z', { ctrlKey: true })
  expect(told(page)).toEqual(['Deleted “Kanazawa”', 'Deleted “Rent”', 'Deleted “Choir”'])
  await pass(6_000)
  expect(called(page, 'conversation.erase')).toEqual(['Groceries', 'Kanazawa', 'Rent', 'Choir'])
})

it('all times are paused while one of the deletions is pointed at', async () => {
  const { page, remove, pass } = await opened()
  await remove('Groceries')
  await remove('Kanazawa')
  const [first] = page.place.querySelectorAll('section')
  await act(async () => first?.dispatchEvent(new Event('pointermove', { bubbles: true })))
  await pass(60_000)
  expect(called(page, 'conversation.erase')).toEqual([])
  await act(async () => first?.dispatchEvent(new Event('pointerout', { bubbles: true })))
  await pass(6_000)
  expect(called(page, 'conversation.erase')).toEqual(['Groceries', 'Kanazawa'])
})
