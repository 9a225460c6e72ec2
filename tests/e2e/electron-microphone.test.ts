import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import { type RunningApp, startApp } from '../support/app'
import { callMain } from '../support/call-main'
import { bundledFixture } from '../support/fixture-facts'
import { openVirtualSoundCard, type VirtualSoundCard } from '../support/virtual-sound-card'

let card: VirtualSoundCard
let server: FixtureServer
let app: RunningApp

beforeAll(async () => {
  card = await openVirtualSoundCard()
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 10 })
  app = await startApp({
    soundCard: card,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
})
afterAll(async () => {
  await app?.remove()
  await server?.close()
  await card?.close()
})

it('is closed in real Electron after fifty talks that began and ended at any moment: no stream, no processor too many', async () => {
  const { page } = app
  const call = (name: string) => callMain(page, name, null)
  for (let talk = 0; talk < 50; talk += 1) {
    await call('talk.press')
    // let go at once, or when the microphone was heard; taken back, or ended
    if (talk % 5 === 0) await page.getByText('Listening', { exact: true }).first().waitFor()
    await call(talk % 3 === 0 ? 'talk.cancel' : 'talk.release')
  }
  await call('talk.cancel')
  await expect.poll(() => card.recorders(), { timeout: 20_000 }).toBe(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  // one of the recorder and one of the player, for all talks and answers
  expect(metrics.find(({ name }) => name === 'AudioWorkletProcessors')?.value ?? 0).toBeLessThanOrEqual(2)
  expect(server.violations()).toEqual([])
})

it('that is kept warm stays open between talks, and is closed when it no longer is to be', async () => {
  const { page } = app
  const change = (warmMicrophone: boolean) => callMain(page, 'settings.update', { warmMicrophone })
  await change(true)
  await expect.poll(() => card.recorders(), { timeout: 20_000 }).toBe(1)
  await change(false)
  await expect.poll(() => card.recorders(), { timeout: 20_000 }).toBe(0)
})
