import { expect, onTestFinished, test } from 'vitest'
import { startInProcess } from '../support/app-in-process'
import { oneCallRecording } from '../support/one-call-recording'
import { paperDesktop } from '../support/paper-desktop'
import { paperJpeg } from '../support/paper-jpeg'

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)

async function started(pressed: boolean) {
  let captures = 0
  const app = await startInProcess({
    fixtures: [oneCallRecording('look', { source: 'screen' })],
    takePress: () => pressed,
    desktop: paperDesktop({
      async captureScreen() {
        captures += 1
        return { png, jpeg: paperJpeg(768, 432), width: 1920, height: 1080 }
      },
    }),
  })
  onTestFinished(() => app.remove())
  return { app, captures: () => captures }
}

test('one picture of the screen is given to the page after a press of the user that main saw', async () => {
  const { app, captures } = await started(true)
  expect(await app.call('sight.still', null)).toEqual({ png })
  expect(captures()).toBe(1)
})

test('a page gets no picture of the screen without such a press', async () => {
  const { app, captures } = await started(false)
  await expect(app.call('sight.still', null)).rejects.toThrow('sight-no-still')
  expect(captures()).toBe(0)
})
