import { expect, test } from 'vitest'
import { bundled } from '../host/fixtures/bundled'
import { copyWithMusic } from '../support/copy-with-music'
import { builtExample, installedExample, openBrowserPage, serveSite } from '../support/example-site'
import { type GatewayRig, startGateway } from '../support/gateway-rig'
import { sized } from '../support/scale'

/** Pages whose packages are too large for Parley's own installation: only a long run installs and opens them. */
const WITH_OWN_PACKAGES = ['assistant-ui-page', 'copilotkit-page']

/** Opens an example with a token for its origin, as its address names them. */
async function openExample(rig: GatewayRig, name: string, ...args: readonly string[]) {
  const { address, token } = await servedExample(rig, name)
  const page = await openBrowserPage(...args)
  await page.goto(`${address}/#${rig.url} ${token}`)
  return page
}

async function servedExample(rig: GatewayRig, name: string) {
  const folder = WITH_OWN_PACKAGES.includes(name) ? await installedExample(name) : undefined
  const address = `http://127.0.0.1:${await serveSite(await builtExample(name, folder))}`
  const { token } = await rig.addClient(name, ['chat', 'live', 'approve-low', 'approve-medium'], [address])
  return { address, token }
}

test('the TanStack page works: its own tool runs in it, an approval is answered in it, and the answer arrives', async () => {
  const rig = await startGateway({ fixtures: [copyWithMusic] })
  const page = await openExample(rig, 'tanstack-page')
  await page.getByLabel('Message').fill('Copy it, with music.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('♪ rain').waitFor()
  await page.getByText('INV-2231').waitFor()
  await page.getByRole('group').getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Copied, and it rains.').waitFor()
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})

test('the TanStack page says what is wrong: no token, a wrong one, and an address where Parley does not answer', async () => {
  const rig = await startGateway({ fixtures: [] })
  const { address } = await servedExample(rig, 'tanstack-page')
  const page = await openBrowserPage()
  const problemAt = async (fragment: string): Promise<string | null> => {
    // another fragment alone opens nothing again
    await page.goto('about:blank')
    await page.goto(`${address}/${fragment}`)
    return page.getByRole('alert').textContent()
  }
  expect(await problemAt('')).toContain('Open this page with the address and the token')
  expect(await problemAt(`#${rig.url} parley-wrong`)).toContain('The token is missing or wrong.')
  expect(await problemAt('#http://127.0.0.1:9 parley-some')).toContain('Parley does not answer at http://127.0.0.1:9')
})

test('the voice page works: it sends the microphone while the button is held, and shows and plays the answer', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('weather')] })
  const page = await openExample(rig, 'voice-page', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream')
  const button = page.getByRole('button', { name: 'Hold to talk' })
  await button.dispatchEvent('pointerdown')
  await page.getByText(/^Talking (?:0\.[5-9]|[1-9])/).waitFor()
  await button.dispatchEvent('pointerup')
  await page.getByText(/Kyoto/).first().waitFor()
  await page.getByText(/^Playing \d/).waitFor()
})

const pages = WITH_OWN_PACKAGES.slice(0, sized(2, 0))
for (const name of pages)
  test(`${name} works: its own tool runs in it, an approval of the same step is answered in it, and the answer arrives`, {
    timeout: 900_000,
  }, async () => {
    const rig = await startGateway({ fixtures: [copyWithMusic] })
    const page = await openExample(rig, name)
    await page.getByRole('textbox').fill('Copy it, with music.')
    await page.keyboard.press('Enter')
    await page.getByText('♪ rain').waitFor()
    await page.getByText('INV-2231').waitFor()
    await page.getByRole('group').getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Copied, and it rains.').waitFor()
    expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
  })
