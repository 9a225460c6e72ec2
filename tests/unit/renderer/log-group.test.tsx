// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { LogGroup } from '../../../src/renderer/settings/diagnostics/log-group'
import { showDataPage } from '../../support/data-page'

const line = { at: '2026-11-28T10:00:00.000Z', level: 'info', event: 'app.started', facts: {} }

it.each([
  { language: 'en', words: 'Nothing logged yet' },
  { language: 'ja', words: 'ログはまだありません' },
])('an empty log is described as such, not as one without matches, in $language', async ({ language, words }) => {
  const page = await showDataPage(<LogGroup />, { 'log.read': { entries: [], more: false } }, { language })
  expect(page.place.querySelector('p')?.textContent).toBe(words)
})

it('a filter without matches is described as such', async () => {
  const page = await showDataPage(<LogGroup />, { 'log.read': { entries: [line], more: false } })
  await page.type('Filter the log', 'nothing like it')
  expect(page.place.querySelector('p')?.textContent).toBe('No matching lines')
})
