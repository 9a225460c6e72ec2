// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { OffHere } from '../../../src/renderer/settings/servers/off-here'
import { ServerImport } from '../../../src/renderer/settings/servers/server-import'
import { ServerRow } from '../../../src/renderer/settings/servers/server-row'
import type { ToolServerSummary } from '../../../src/shared/ipc/tool-server-calls'
import { showDataPage } from '../../support/data-page'

const pasted = `{"mcpServers": {
  "files": { "command": "npx", "args": ["-y", "server-files", "; rm -rf ~"], "env": { "KEY": "s3cret" } },
  "keyed": { "url": "https://example.com/mcp", "headers": { "Authorization": "x" } }
}}`

it('a pasted configuration shows every command whole, and adds nothing before it is pressed', async () => {
  const page = await showDataPage(<ServerImport names={['other']} />, { 'toolServers.save': { servers: [] } })
  await page.type('Its configuration, as JSON', pasted)
  for (const words of ['"npx"', '"; rm -rf ~"', 'env: KEY', 'keyed uses headers of its own'])
    expect(page.place.textContent).toContain(words)
  expect(page.place.querySelector('li')?.textContent).not.toContain('s3cret')
  expect(page.calls('toolServers.save')).toEqual([])
  await page.click('Add files…')
  expect(page.calls('toolServers.save')).toMatchObject([
    { server: { name: 'files', on: true, trusted: false }, variables: { KEY: 's3cret' } },
  ])
  await page.until(() => page.place.querySelector('li') === null)
})

it('a server is off in the open conversation by a rule that denies its tools there, and on again without it', async () => {
  const draft = { tool: 'files__*', matchers: [], scope: { kind: 'conversation', conversationId: 'c1' }, effect: 'deny' }
  const rule = { ...draft, ruleId: 'rule-1', name: { en: 'deny files' }, origin: 'user', createdAt: 0 }
  const saved = { number: 1, rule, uses: 0 }
  const page = await showDataPage(<OffHere name="files" />, {
    'rules.list': { rules: [] },
    'tools.list': { tools: [] },
    'rules.save': { rules: [saved], saved },
    'rules.remove': { rules: [], rule, place: 1 },
  })
  await act(async () => page.store.api.setState({ currentConversationId: 'c1' }))
  await page.until(() => page.place.querySelector('input') !== null)
  const box = () => page.place.querySelector('input')
  const press = () => act(async () => box()?.click())
  expect(box()?.checked).toBe(false)
  await press()
  await page.until(() => box()?.checked === true)
  expect(page.calls('rules.save')).toMatchObject([{ rule: draft }])
  await press()
  await page.until(() => box()?.checked === false)
  expect(page.calls('rules.remove')).toEqual([{ ruleId: 'rule-1' }])
})

it.each([
  [{ kind: 'wanted', again: false, why: null }, 'Sign in to web…', 'toolServers.signIn'],
  [{ kind: 'wanted', again: true, why: { code: 'server-sign-in-late', values: {} } }, 'Sign in to web again…', 'toolServers.signIn'],
  [{ kind: 'in', host: 'login.example.com' }, 'Sign out of web', 'toolServers.signOut'],
] as const)('a server with the sign-in %j has the button %s', async (signIn, button, call) => {
  const server = { kind: 'address', name: 'web', on: true, trusted: false, address: 'https://example.com/mcp' } as const
  const summary: ToolServerSummary = { server, state: { phase: 'stopped' }, tools: [], output: '', signIn }
  const page = await showDataPage(<ServerRow summary={summary} />, { [call]: { servers: [summary] } })
  await page.click(button)
  expect(page.calls(call)).toEqual([{ name: 'web' }])
  const words = signIn.kind === 'in' ? 'Signed in at login.example.com' : signIn.why === null ? 'Not started' : 'not finished in time'
  expect(page.place.textContent).toContain(words)
})
