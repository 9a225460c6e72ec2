// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { CallProgress } from '../../../src/renderer/chat/call-progress'
import { showDataPage } from '../../support/data-page'

it('a running call shows how far its server says it is, and nothing of other calls', async () => {
  const page = await showDataPage(<CallProgress toolCallId="call-1" />, {})
  await page.emit('toolServers.progress', { toolCallId: 'call-2', done: 9, total: 10, message: null })
  expect(page.place.textContent).toBe('')
  await page.emit('toolServers.progress', { toolCallId: 'call-1', done: 3, total: 10, message: 'Reading notes' })
  expect(page.place.textContent).toBe('3 of 10Reading notes')
  expect(page.place.querySelector('progress')?.value).toBe(3)
  await page.emit('toolServers.progress', { toolCallId: 'call-1', done: 40, total: null, message: null })
  expect(page.place.textContent).toBe('40')
})
