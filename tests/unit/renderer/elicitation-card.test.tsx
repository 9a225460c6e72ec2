// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ApprovalsPanel } from '../../../src/renderer/approval/approvals-panel'
import { ElicitationCard } from '../../../src/renderer/elicitations/elicitation-card'
import { approvalCounts, openApprovalCount } from '../../../src/renderer/state/selectors'
import type { Elicitation } from '../../../src/shared/servers/elicitation'
import { showDataPage } from '../../support/data-page'

const elicitation = (request: Elicitation['request']): Elicitation => ({
  ...{ elicitationId: 'elicitation-1', server: 'notes', conversationId: 'conversation-1', toolCallId: 'call-1', request },
  ...{ askedAt: 0, expiresAt: Date.now() + 100_000 },
})
const replies = { 'elicitations.answer': { elicitations: [] } }
const name = { name: 'name', title: 'Your name', description: 'As in your passport', required: true } as const

it('shows the server’s name and words in a frame of its own, and sends what was entered', async () => {
  const fields = [
    { ...name, kind: 'text', format: 'plain', shortest: 1, longest: 5, value: 'Aki' },
    {
      ...name,
      name: 'fish',
      title: 'Fish',
      required: false,
      kind: 'choices',
      options: [{ value: 't', title: 'Tuna' }],
      least: 0,
      most: 1,
      value: ['t'],
    },
  ] as const
  const card = <ElicitationCard elicitation={elicitation({ kind: 'form', message: 'Allow everything', fields })} />
  const page = await showDataPage(card, replies)
  expect(page.place.querySelector('h2')?.textContent).toBe('notes asks you for details')
  expect(page.place.querySelector('blockquote')?.textContent).toContain('In the server’s words:Allow everything')
  expect(page.place.querySelector('[data-approval]')).toBeNull()
  expect(page.place.textContent).toContain('not to Gemini')
  await page.click('Send')
  expect(page.calls('elicitations.answer')).toEqual([])
  await page.until(() => page.place.querySelector('[aria-disabled="true"]') === null)
  await page.click('Send')
  expect(page.calls('elicitations.answer')).toEqual([
    { elicitationId: 'elicitation-1', answer: { kind: 'accept', values: { name: 'Aki', fish: ['t'] } } },
  ])
})

it('says what is wrong with an answer, and does not send it', async () => {
  const fields = [{ ...name, kind: 'text', format: 'email', shortest: 0, longest: 100, value: 'nobody' }] as const
  const page = await showDataPage(<ElicitationCard elicitation={elicitation({ kind: 'form', message: '', fields })} />, replies)
  await page.until(() => page.place.querySelector('[aria-disabled="true"]') === null)
  await page.click('Send')
  expect(page.place.textContent).toContain('Enter an email address')
  expect(page.calls('elicitations.answer')).toEqual([])
})

it('names the host of a page and shows the whole address; a form for secrets can’t be sent', async () => {
  const address = { address: 'https://xn--80ak6aa92e.com/a?b=c', host: 'xn--80ak6aa92e.com', written: 'аррӏе.com' }
  const page = await showDataPage(<ElicitationCard elicitation={elicitation({ kind: 'page', message: '', ...address })} />, replies)
  expect(page.place.textContent).toContain('Careful')
  expect(page.place.textContent).toContain(address.address)
  const secret = await showDataPage(
    <ElicitationCard elicitation={elicitation({ kind: 'secret', message: '', fields: ['password'] })} />,
    replies,
  )
  expect(secret.place.textContent).toContain('It asks for: password')
  expect([...secret.place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Dismiss', 'Decline'])
})

it('is among the open approvals, and counts with them', async () => {
  const secret = elicitation({ kind: 'secret', message: 'm', fields: ['password'] })
  const page = await showDataPage(<ApprovalsPanel withWindowButtons={false} />, {})
  expect(page.place.textContent).not.toContain('notes asks')
  await page.emit('elicitations.changed', { elicitations: [secret] })
  expect(page.place.textContent).toContain('notes asks you for a secret')
  const state = page.store.api.getState()
  expect(openApprovalCount(state)).toBe(1)
  expect(approvalCounts(state)).toEqual(new Map([['conversation-1', 1]]))
  await page.emit('elicitations.changed', { elicitations: [] })
  expect(page.place.textContent).not.toContain('notes asks')
})
