import { afterEach, describe, expect, it } from 'vitest'
import { soundOfChunk } from '../../src/main/models/read-aloud/speech-chunk'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { speechChunks } from '../../src/main/replay/simulator/speech-service'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { type RunningApp, startApp } from '../support/app'
import { bundledFixture } from '../support/fixture-facts'
import { findSound, readPlaybackTap } from '../support/playback-tap'
import { finish, says, textRecording, words } from '../support/text-recording'

const ANSWER = 'It is due on 4 May.'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

/** The samples of the speech model's answer to the text. */
function toneOf(text: string): Int16Array {
  const pieces = speechChunks(text, 'a-model', 'a-response').flatMap(soundOfChunk)
  return bytesToSamples(Buffer.concat(pieces.map(({ data }) => Buffer.from(data, 'base64'))))
}

describe('text answers', () => {
  it('come with an image while the switch is on, as text again after it, and are read aloud sample for sample', async () => {
    const text = textRecording([words, says(ANSWER), finish()])
    const started = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 1 })
    server = started
    app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: started.baseUrl } })
    const { page } = app
    const composer = page.getByRole('textbox', { name: 'Type a message' })
    const pictures = (pressed: boolean) => page.getByRole('button', { name: 'Answer with images', pressed })
    const note = page.getByText('Gemini uses no tools here')

    await pictures(false).click()
    await pictures(true).waitFor()
    await note.waitFor()
    await composer.fill('Draw a disc.')
    await composer.press('Enter')
    await page.getByText('Here is the picture.').first().waitFor()
    const picture = page.locator('img[alt="picture.png"][data-loaded]')
    await picture.waitFor()
    expect(await picture.evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))).toEqual(
      [256, 256],
    )

    // as wide as the image, not as the answer
    expect((await page.getByRole('button', { name: 'Enlarge picture.png' }).boundingBox())?.width).toBeLessThan(260)
    await pictures(true).click()
    await pictures(false).waitFor()
    await note.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reply in text' }).click()
    await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
    await composer.fill('When is the invoice due?')
    await composer.press('Enter')
    await page.getByText(ANSWER).first().waitFor()
    const models = started.received().map(({ frame }) => JSON.stringify(frame).includes('"IMAGE"'))
    expect(models).toEqual([true, false])

    await page.getByRole('button', { name: 'Read aloud' }).last().click()
    await page.getByRole('button', { name: 'Stop reading aloud' }).waitFor()
    await page.getByRole('button', { name: 'Stop reading aloud' }).waitFor({ state: 'detached', timeout: 60_000 })
    // played sound is recorded a little later
    await expect.poll(async () => findSound(await readPlaybackTap(page), toneOf(ANSWER))).toBeGreaterThanOrEqual(0)
    expect(started.violations()).toEqual([])
  })
})
