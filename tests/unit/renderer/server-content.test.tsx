// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { ServerContentDialog } from '../../../src/renderer/server-content/server-content-dialog'
import type { ContentItem } from '../../../src/shared/servers/server-content'
import type { ToolServer } from '../../../src/shared/servers/tool-server'
import { type Answers, Refusal, showDataPage } from '../../support/data-page'

const server = (name: string, on = true): ToolServer => ({
  kind: 'address',
  name,
  on,
  trusted: false,
  address: `https://${name}.example/mcp`,
})
const summary = (one: ToolServer) => ({ server: one, state: { phase: 'ready' }, tools: [], output: '', signIn: { kind: 'none' } })
const items: readonly ContentItem[] = [
  { kind: 'resource', title: 'Readme', description: 'How to begin', uri: 'n:/readme.md' },
  {
    ...{ kind: 'prompt', title: 'Plan', description: '', name: 'plan' },
    arguments: [
      { name: 'city', description: 'Where to', required: true },
      { name: 'days', description: '', required: false },
    ],
  },
]

async function open(answers: Answers, ...servers: readonly ToolServer[]) {
  const attachment = { attachmentId: 'a', fileName: 'x', mediaType: 'text/plain', bytes: 5, width: null, height: null }
  const page = await showDataPage(<ServerContentDialog />, {
    'toolServers.list': { servers: servers.map(summary) },
    'toolServers.content': { items },
    'attachment.begin': { uploadId: 'u' },
    'attachment.finish': attachment,
    ...answers,
  })
  await act(async () => page.store.api.setState({ serverContentOpen: true, currentConversationId: 'c1' }))
  await page.until(() => document.querySelector('[role="dialog"]') !== null)
  return { page, text: () => document.querySelector('[role="dialog"]')?.textContent ?? '' }
}

it('a resource is shown with its hidden characters before it is attached, and is attached as the server’s', async () => {
  const { page, text } = await open({ 'toolServers.read': { files: [{ name: 'readme.md', content: 'Hello\u202e' }] } }, server('notes'))
  await page.until(() => text().includes('Readme'))
  await page.click('ReadmeResource · How to begin')
  await page.until(() => text().includes('Hello'))
  expect(page.calls('toolServers.read')).toEqual([{ name: 'notes', wanted: { kind: 'resource', uri: 'n:/readme.md' } }])
  expect(text()).not.toContain('\u202e')
  expect(page.calls('attachment.begin')).toEqual([])
  await page.click('Attach')
  await page.until(() => page.calls('attachment.finish').length === 1)
  expect(page.calls('attachment.begin')).toEqual([{ conversationId: 'c1', fileName: 'readme.md (notes)', bytes: 8, server: 'notes' }])
  expect(page.store.api.getState().drafts.c1).toBe(undefined)
})

it('a prompt is got with the values that it needs, and its text is attached with a message that says to follow it', async () => {
  const { page, text } = await open({ 'toolServers.read': { files: [{ name: 'plan', content: 'Plan Kyoto' }] } }, server('notes'))
  await page.until(() => text().includes('Plan'))
  await page.click('PlanPrompt')
  await page.click('Show')
  expect(page.calls('toolServers.read')).toEqual([])
  await page.type('city', 'Kyoto')
  await page.click('Show')
  await page.until(() => text().includes('Plan Kyoto'))
  expect(page.calls('toolServers.read')).toEqual([{ name: 'notes', wanted: { kind: 'prompt', name: 'plan', values: { city: 'Kyoto' } } }])
  await page.click('Attach')
  await page.until(() => page.calls('attachment.finish').length === 1)
  expect(page.store.api.getState().drafts.c1).toBe('Follow the attached prompt “Plan”.')
})

it('the servers that are on can be chosen; a server that refuses says why, and nothing is attached', async () => {
  const { page, text } = await open(
    { 'toolServers.content': ({ name }: { name: string }) => (name === 'mail' ? new Refusal('It is closed.') : { items }) },
    ...[server('notes'), server('mail'), server('off', false)],
  )
  await page.until(() => text().includes('Readme'))
  expect([...document.querySelectorAll('option')].map(({ value }) => value)).toEqual(['notes', 'mail'])
  await page.choose('Server', 'mail')
  await page.until(() => text().includes('It is closed.'))
  expect(text()).not.toContain('Readme')
})
