import { expect, test } from 'vitest'
import { copyWithMusic } from '../support/copy-with-music'
import { builtExample, openBrowserPage, serveSite } from '../support/example-site'
import { type GatewayRig, startGateway } from '../support/gateway-rig'
import { finish, says, textRecording, words } from '../support/text-recording'

const said = ({ app }: GatewayRig): number => app.told('stream.chunk').length

test('the example page works: its own tool runs in it, approvals are answered in it, and a page that was not added gets nothing', async () => {
  const rig = await startGateway({ fixtures: [copyWithMusic] })
  const port = await serveSite(await builtExample('chat-page'))
  const known = await rig.addClient('page', ['chat', 'approve-low', 'approve-medium'], [`http://127.0.0.1:${port}`])
  const page = await openBrowserPage()
  const connect = async (address: string): Promise<void> => {
    await page.goto(address)
    await page.getByLabel('Address of Parley').fill(rig.url)
    await page.getByLabel('Token').fill(known.token)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByLabel('Message').fill('Copy it, with music.')
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await connect(`http://evil.example:${port}`)
  await page.getByRole('alert').waitFor()
  expect(said(rig)).toBe(0)

  await connect(`http://127.0.0.1:${port}`)
  await page.getByText('♪ rain').waitFor()
  const question = page.getByRole('group', { name: 'Allow write_clipboard?' })
  expect(await question.textContent()).toContain('INV-2231')
  await question.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Copied, and it rains.').waitFor()
  expect(await page.getByRole('article', { name: 'Parley' }).count()).toBe(1)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})

/** What a page with another origin can try with the right token. Runs in the page. */
async function attack({ url, token }: { readonly url: string; readonly token: string }): Promise<readonly string[]> {
  const body = JSON.stringify({ id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] })
  const tried = async (init: RequestInit): Promise<string> => {
    try {
      const response = await fetch(`${url}/api/chat`, init)
      return response.type === 'opaque' ? 'opaque' : String(response.status)
    } catch {
      return 'refused'
    }
  }
  const authorization = `Bearer ${token}`
  const socket = (protocols: string[]): Promise<string> =>
    new Promise((resolve) => {
      const opened = new WebSocket(`${url.replace('http', 'ws')}/live`, protocols)
      opened.onopen = () => resolve('open')
      opened.onclose = ({ code }) => resolve(`closed ${code}`)
    })
  return [
    await tried({ method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } }),
    await tried({ method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
    await tried({ method: 'POST', body, mode: 'no-cors', credentials: 'include' }),
    await tried({ method: 'GET', headers: { authorization } }),
    await socket(['parley.live.v1', `token.${token}`]),
    await socket([]),
  ]
}

test('a real page of another origin, and one whose name resolves here by DNS, get nothing although they have the token', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  const page = await openBrowserPage()
  const { token, url } = rig
  const site = await serveSite(await builtExample('chat-page'))
  await page.goto(`http://evil.example:${site}`)
  expect(await page.evaluate(attack, { url, token })).toEqual(['refused', 'refused', 'refused', 'refused', 'closed 1006', 'closed 1006'])

  // the page's host name resolves to the gateway itself: for the browser it is the page's own origin
  const rebound = `http://evil.example:${rig.port}`
  const opened = await page.goto(`${rebound}/api/health`)
  expect(opened?.status()).toBe(421)
  expect(await page.evaluate(attack, { url: rebound, token })).toEqual(['421', '421', '421', '421', 'closed 1006', 'closed 1006'])
  expect(said(rig)).toBe(0)
  expect((await rig.app.call('gateway.state', null)).port).toBe(rig.port)
})
