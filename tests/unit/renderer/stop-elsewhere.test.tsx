// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ConversationRow } from '../../../src/renderer/app/conversation-row'
import { useKeyboard } from '../../../src/renderer/app/use-keyboard'
import { conversationSummary } from '../../support/conversation-summary'
import { showDataPage } from '../../support/data-page'
import { replayStatus } from '../../support/ui-worlds'

const paper = conversationSummary({ conversationId: 'conversation-1', title: 'Paper' })

function Window() {
  useKeyboard()
  return <ConversationRow conversation={paper} current={false} tabStop questions={0} />
}

it('an answer that plays in another conversation is marked in the list, and Escape stops it', async () => {
  const page = await showDataPage(<Window />, {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const statuses = (speaking: boolean) => ({
    'conversation-0': replayStatus({}),
    'conversation-1': replayStatus({ conversationId: 'conversation-1', activity: speaking ? 'speaking' : 'idle' }),
  })
  const hear = (speaking: boolean) =>
    act(async () =>
      page.store.api.setState({
        opening: { phase: 'ready' },
        view: { name: 'thread' },
        currentConversationId: 'conversation-0',
        statuses: statuses(speaking),
      }),
    )
  await hear(true)
  expect(page.place.querySelector('[data-speaks]')?.getAttribute('aria-label')).toBe('is speaking')
  await page.press(document.body, 'Escape')
  expect(page.calls('turn.interrupt')).toEqual([{ conversationId: 'conversation-1' }])
  await hear(false)
  expect(page.place.querySelector('[data-speaks]')).toBe(null)
  await page.press(document.body, 'Escape')
  expect(page.calls('turn.interrupt')).toHaveLength(1)
})
