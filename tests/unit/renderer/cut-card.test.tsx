// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { ApprovalCard } from '../../../src/renderer/approval/approval-card'
import { showDataPage } from '../../support/data-page'
import { paymentQuestion } from '../../support/ui-worlds'

it('a card whose arguments are cut off accepts no yes before all of them were shown', async () => {
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const question = paymentQuestion({ risk: 'medium', input: { note: `${'harmless '.repeat(2000)}and pay Mallory` } })
  const page = await showDataPage(<ApprovalCard approval={question} />, { 'approval.decide': { approval: question } })
  await page.until(() => page.place.querySelector('[data-unarmed]') === null)
  expect(page.place.textContent).not.toContain('Mallory')
  await page.click('Allow once')
  expect(page.calls('approval.decide')).toEqual([])
  expect(page.place.querySelector('[role="alert"]')?.textContent).toContain('Show all of it')
  await page.click('Show all')
  expect(page.place.textContent).toContain('Mallory')
  await page.click('Allow once')
  expect(page.calls('approval.decide')).toMatchObject([{ approvalId: question.approvalId, approved: true }])
})

it('a card says which argument contains text of a server, a file or the clipboard', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const copied = [
    { argument: 'reference', source: { kind: 'server', name: 'notes' } },
    { argument: 'reference', source: { kind: 'file' } },
    { argument: 'recipient', source: { kind: 'clipboard' } },
  ] as const
  const page = await showDataPage(<ApprovalCard approval={paymentQuestion({ copied })} />, {})
  for (const words of ['reference contains text from the server notes', 'reference contains text from a file', 'recipient contains text'])
    expect(page.place.textContent).toContain(words)
})
