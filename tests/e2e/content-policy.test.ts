import { afterEach, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, voiceWorkerPolicy } from '../../src/main/platform/security-policy'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type RunningApp, startApp } from '../support/app'
import { bundledFixture } from '../support/fixture-facts'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async () => {
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

interface Page {
  readonly violations?: string[]
}

describe("the app's own page", () => {
  it('never runs into its policy and asks nobody else for anything, through a whole session', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
    app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
    const { page } = app
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(window, { violations })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
        violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
      })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const answer = await page.reload()
    expect(answer?.headers()['content-security-policy']).toBe(contentSecurityPolicy)

    const composer = page.getByRole('textbox', { name: 'Type a message' })
    await composer.fill('Pay the Hoshino Print invoice from the studio account.')
    await composer.press('Enter')
    await page.getByRole('button', { name: 'Allow once' }).click()
    await server.waitFor((frames) => frames.some(({ frame }) => JSON.stringify(frame).includes('"toolResponse"')))
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByText('Listening', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hands-free: keep listening' }).click()
    // shown only once the model has evaluated the first sound
    await page.getByText('Hands-free · just speak').waitFor({ timeout: 60_000 })
    const voiceWorkers = (): readonly string[] =>
      page
        .workers()
        .map((one) => one.url())
        .filter((address) => address.includes('voice.worker'))
    const worker = voiceWorkers()[0] ?? 'none'
    await page.keyboard.press('Escape')
    await page.getByText('Mic off', { exact: true }).first().waitFor()
    await expect.poll(voiceWorkers).toEqual([])
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await page.getByRole('button', { name: 'Back to the conversation' }).waitFor()

    expect(await page.evaluate(() => (window as Page).violations)).toEqual([])
    const own = new URL(page.url())
    expect(asked.filter((address) => new URL(address).host !== own.host)).toEqual([])
    expect(asked.filter((address) => /\.(onnx|wasm)$/.test(address))).toHaveLength(2)

    expect(await page.evaluate(async (address) => (await fetch(address)).headers.get('content-security-policy'), worker)).toBe(
      voiceWorkerPolicy,
    )
    // from a timer, because code that the test itself evaluates is exempt from the policy
    const refused = await page.evaluate(
      (address) =>
        new Promise<string[]>((resolve) => {
          const attempt = (act: () => unknown): string => {
            try {
              act()
              return 'done'
            } catch (error) {
              return error instanceof Error ? error.name : 'refused'
            }
          }
          const trustedTypes: { createPolicy(name: string, rules: object): unknown } = Reflect.get(window, 'trustedTypes')
          setTimeout(() => {
            resolve([
              attempt(() => new Worker(address)),
              attempt(() => trustedTypes.createPolicy('another', {})),
              attempt(() => trustedTypes.createPolicy('parley-voice-worker', {})),
              attempt(() => trustedTypes.createPolicy('parley-track-worker', {})),
              attempt(() => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))),
            ])
          })
        }),
      worker,
    )
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'CompileError'])
  })
})
