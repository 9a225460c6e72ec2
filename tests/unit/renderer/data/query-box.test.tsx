// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { CallArguments } from '../../../../src/renderer/approval/call-arguments'
import type { QueryDetails } from '../../../../src/shared/data/query-details'
import { messageOf } from '../../../../src/shared/messages/message'
import { Refusal, showDataPage } from '../../../support/data-page'
import { paymentQuestion } from '../../../support/ui-worlds'

const input = { source: 'Orders', sql: "select hub from days where hub='\u202eOsaka'", reason: 'To see the hubs.' }
const question = paymentQuestion({ toolName: 'execute_sql', risk: 'low', input })

const details: QueryDetails = {
  kind: 'fits',
  sql: "SELECT hub\nFROM days\nWHERE hub = '\u202eOsaka'\nLIMIT 1000",
  tokens: [
    { kind: 'keyword', text: 'SELECT' },
    { kind: 'plain', text: ' hub\n' },
    { kind: 'keyword', text: 'FROM' },
    { kind: 'plain', text: ' days\n' },
    { kind: 'keyword', text: 'WHERE' },
    { kind: 'plain', text: ' hub = ' },
    { kind: 'string', text: "'\u202eOsaka'" },
    { kind: 'plain', text: '\n' },
    { kind: 'keyword', text: 'LIMIT' },
    { kind: 'number', text: ' 1000' },
  ],
  reason: 'To see the hubs.',
  source: 'Orders',
  copiedAt: new Date(2026, 10, 27, 11, 21).getTime(),
  tables: [
    { name: 'days', rows: 48_210 },
    { name: 'hubs', rows: null },
  ],
  plan: [{ en: 'Reads days from end to end.', ja: 'daysを最後まで読みます。' }],
  readsRows: 3900,
  ofRows: 48_210,
  returnsRows: 6,
  maxRows: 1000,
  maxMs: 15_000,
  maxBytes: 64,
  rowsToModel: 50,
}

it('an approval of a query shows it formatted, highlighted and with nothing hidden, and its effect', async () => {
  const page = await showDataPage(<CallArguments approval={question} />, { 'query.describe': details })
  await page.until(() => page.place.querySelector('pre') !== null)
  const query = page.place.querySelector('pre')
  expect(query?.textContent).toBe("SELECT hub\nFROM days\nWHERE hub = '⟨U+202E⟩Osaka'\nLIMIT 1000")
  expect([...(query?.querySelectorAll('span') ?? [])].map((one) => one.textContent)).toContain('WHERE')
  const facts = Object.fromEntries(
    [...page.place.querySelectorAll('dl > div')].map((one) => [one.children[0]?.textContent, one.children[1]?.textContent]),
  )
  expect(facts).toEqual({
    Reason: 'To see the hubs.',
    Plan: 'Reads days from end to end.',
    Tables: 'days48,210hubs',
    Rows: 'Reads about 3,900 of 48,210. Returns about 6, never more than 1,000.',
    Gemini: 'Sees at most 50 rows or 16,000 characters. Everything else stays on this computer.',
    Guard: 'Reads Orders read-only, from the copy of 11:21. Stops after 15 s.',
  })
  expect(page.calls('query.describe')).toEqual([{ toolName: 'execute_sql', conversationId: question.conversationId, input }])
  await page.click('Arguments as sent')
  expect(page.place.textContent).toContain("select hub from days where hub='⟨U+202E⟩Osaka'")
})

it('a query longer than its box counts as cut until its end was seen, and expands to its whole length', async () => {
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  const page = await showDataPage(<CallArguments approval={question} />, { 'query.describe': details })
  const code = () => page.place.querySelector('section')
  await page.until(() => code() !== null)
  const cut = () => page.place.querySelector('[data-cut]') !== null
  const scrollTo = (top: number) =>
    act(async () => {
      const box = code()
      if (box !== null) box.scrollTop = top
      box?.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
  expect(code()?.tabIndex).toBe(0)
  expect(cut()).toBe(true)
  await scrollTo(700)
  expect(cut()).toBe(true)
  await scrollTo(1400)
  expect(cut()).toBe(false)
  await page.click('Show all')
  expect(code()?.tabIndex).toBe(-1)
  expect(page.button('Show less').getAttribute('aria-expanded')).toBe('true')
  height.mockRestore()
})

it('in Japanese too', async () => {
  const page = await showDataPage(<CallArguments approval={question} />, { 'query.describe': details }, { language: 'ja' })
  await page.until(() => page.place.querySelector('pre') !== null)
  expect(page.place.textContent).toContain('全48,210行のうち約3,900行を読みます。結果は約6行で、1,000行を超えません。')
  expect(page.place.textContent).toContain('daysを最後まで読みます。')
})

it.each([
  ['that the engine refuses', { kind: 'refused', problem: messageOf('sql-function-refused', { function: 'load' }) }, 'load is not allowed'],
  ['that nothing is known of', new Refusal('The engine does not answer.'), 'The engine does not answer.'],
])('a query %s is shown as it was sent, with the reason', async (_, answer, told) => {
  const page = await showDataPage(<CallArguments approval={question} />, { 'query.describe': answer })
  await page.until(() => page.place.querySelector('[role="status"]')?.textContent?.includes(told) === true)
  expect(page.place.querySelector('[data-arguments]')?.textContent).toContain('select hub from days')
})

it('other calls show their arguments and request nothing', async () => {
  const page = await showDataPage(<CallArguments approval={paymentQuestion()} />, {})
  expect(page.place.textContent).toContain('Hoshino Print K.K.')
  expect(page.calls('query.describe')).toEqual([])
})
