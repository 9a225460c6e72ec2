import { expect, it, onTestFinished } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { startApp } from '../support/app'
import { oneCallRecording } from '../support/one-call-recording'

it('a screenshot is shown to the model and in the thread, once the user allows it', async () => {
  const server = await startFixtureServer({ fixture: oneCallRecording('take_screenshot', {}), speed: 10 })
  const app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  const { page } = app
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('What is on my screen?')
  await composer.press('Enter')
  await page.locator('[data-approval]:not([data-unarmed])').getByRole('button', { name: 'Allow once' }).click()
  const shown = page.getByRole('img', { name: 'The screenshot Gemini saw' })
  await shown.waitFor({ timeout: 60_000 })
  await expect.poll(() => shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBeGreaterThan(500)
  const source = await shown.getAttribute('src')
  const frames = server.received().map(({ frame }) => JSON.stringify(frame))
  expect(frames.filter((frame) => frame.includes('"video"'))).toEqual([
    JSON.stringify({ realtimeInput: { video: { mimeType: 'image/jpeg', data: source?.split(',')[1] } } }),
  ])
  expect(server.violations()).toEqual([])
  await page.screenshot({ path: 'test-results/screenshot-in-thread.png' })
})
