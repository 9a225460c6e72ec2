import { expect, test } from 'vitest'
import { groupByDay } from '../../../src/renderer/app/conversation-days'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import type { ConversationSummary } from '../../../src/shared/ipc/schemas'
import { conversationSummary } from '../../support/conversation-summary'

/** Friday, 27 November 2026, shortly after midnight: an hour ago was yesterday. */
const now = new Date(2026, 10, 27, 0, 30).getTime()

function at(...date: readonly [number, number, number, number?]): ConversationSummary {
  const [year, month, day, hour = 12] = date
  const when = new Date(year, month - 1, day, hour)
  const conversationId = `${year}-${month}-${day} ${hour}`
  return conversationSummary({ conversationId, updatedAt: when.getTime() })
}

const conversations = [at(2025, 12, 31), at(2026, 10, 2), at(2026, 11, 19), at(2026, 11, 20), at(2026, 11, 26, 23), at(2026, 11, 27, 0)]
const shape = (language: 'en' | 'ja', of: readonly ConversationSummary[] = conversations) =>
  groupByDay(of, now, createTranslator(language)).map(({ name, conversations: inside }) => [name, inside.length])

test('conversations are under today, yesterday, the days of the last week, and then their month', () => {
  expect(shape('en')).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Friday 20 November', 1],
    ['November', 1],
    ['October', 1],
    ['December 2025', 1],
  ])
})

test('Japanese day names are the usual ones', () => {
  expect(shape('ja')).toEqual([
    ['今日', 1],
    ['昨日', 1],
    ['11月20日 金曜日', 1],
    ['11月', 1],
    ['10月', 1],
    ['2025年12月', 1],
  ])
})

test('pinned ones are at the top, whatever their age, and archived ones in no group', () => {
  const [oldest, ...others] = conversations
  if (oldest === undefined) throw new Error('no conversation')
  const marked = [{ ...oldest, pinned: true }, ...others.map((one) => ({ ...one, archived: true }))]
  expect(shape('en', marked)).toEqual([['Pinned', 1]])
})

test('conversations of one month that are older than a week share their group, the latest first', () => {
  const [group] = groupByDay([at(2026, 11, 2), at(2026, 11, 9), at(2026, 11, 5)], now, createTranslator('en'))
  expect(group?.conversations.map(({ conversationId }) => conversationId)).toEqual(['2026-11-9 12', '2026-11-5 12', '2026-11-2 12'])
})

test('a clock that was set back puts future conversations under today', () => {
  expect(shape('en', [at(2026, 12, 24)])).toEqual([['Today', 1]])
})
