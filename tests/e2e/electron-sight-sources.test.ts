import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'jpeg-js'
import type { ElectronApplication } from 'playwright'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type RunningApp, startApp } from '../support/app'
import { counterPicture, readCounter } from '../support/frame-counter'
import { oneCallRecording } from '../support/one-call-recording'
import { receivedPictures } from '../support/received-pictures'
import { type ManagedDisplay, openManagedDisplay } from '../support/window-manager'

/** The number that the camera shows. */
const CAMERA_NUMBER = 0b1010_0110_1101

let display: ManagedDisplay
let server: FixtureServer
let app: RunningApp
let electron: ElectronApplication

beforeAll(async () => {
  display = await openManagedDisplay()
  const film = join(display.folder, 'camera.mjpeg')
  writeFileSync(film, counterPicture(CAMERA_NUMBER))
  server = await startFixtureServer({ fixture: oneCallRecording('take_screenshot', {}), speed: 10 })
  app = await startApp({
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
    chromiumArguments: [`--use-file-for-fake-video-capture=${film}`],
  })
  if (app.electron === null) throw new Error('this test needs Electron')
  electron = app.electron
})

afterAll(async () => {
  await app?.remove()
  await server?.close()
  await display?.close()
})

/** Opens a window of another program: a terminal of this colour with a few words. Resolves when the system lists it. */
async function openTerminal(title: string, background: string, place: string): Promise<ChildProcess> {
  const colours = ['-bg', background, '-fg', 'white']
  const terminal = spawn('xterm', ['-T', title, ...colours, '-geometry', place, '-e', 'sh', '-c', 'echo words; exec cat'], {
    stdio: 'ignore',
  })
  onTestFinished(() => void terminal.kill())
  const titles = () =>
    electron.evaluate(async ({ desktopCapturer }) => {
      const found = await desktopCapturer.getSources({ types: ['window'], thumbnailSize: { width: 0, height: 0 } })
      return found.map(({ name }) => name)
    })
  await expect.poll(titles).toContain(title)
  return terminal
}

async function show(action: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Show Gemini something' }).click()
  await app.page.locator(`[data-action^="${action}"]`).first().click()
  await app.page.locator('[data-sight-frame]').waitFor({ timeout: 60_000 })
}

/** A picture of the whole screen, as the test sees it. */
async function screenNow(): Promise<Uint8Array> {
  const base64 = await electron.evaluate(async ({ desktopCapturer }) => {
    const [screen] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: { width: 1280, height: 960 } })
    return screen?.thumbnail.toJPEG(90).toString('base64') ?? ''
  })
  return Buffer.from(base64, 'base64')
}

/** Pixels of a picture that are about magenta, the colour of the planted secret. */
function magentaPixels(jpeg: Uint8Array): number {
  const { data } = decode(jpeg, { useTArray: true })
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 90 && (data[at + 2] ?? 0) > 180) count += 1
  }
  return count
}

it('a window is shown without the secret window over it, and its end ends what is shown and says what to do', async ({ task }) => {
  onTestFinished(() => (task.result?.state === 'fail' ? app.report('sight-window') : undefined))
  const shown = await openTerminal('Error report', 'navy', '60x16+100+100')
  await openTerminal('KeePassXC - passwords', 'magenta', '60x16+110+110')
  await app.page.getByRole('button', { name: 'Show Gemini something' }).click()
  expect(magentaPixels(await screenNow())).toBeGreaterThan(1000)
  const choice = app.page.locator('[data-action^="window-"]', { hasText: 'Error report' })
  await choice.waitFor()
  const names = await app.page.locator('[data-action]').allTextContents()
  expect(names.filter((name) => name.includes('KeePassXC'))).toEqual([])
  await choice.click()
  await app.page.locator('[data-sight-frame]').waitFor({ timeout: 60_000 })
  await app.page.getByRole('textbox', { name: 'Type a message' }).fill('What does it say?')
  await app.page.keyboard.press('Enter')
  await expect.poll(() => receivedPictures(server).length).toBeGreaterThan(1)

  const over = once(shown, 'exit')
  shown.kill()
  await over
  await app.page.getByText('Gemini no longer sees anything: what you showed was closed').waitFor()
  await app.page.getByText('Choose something else with “Show Gemini something”').waitFor()
  for (const jpeg of receivedPictures(server)) expect(magentaPixels(jpeg)).toBe(0)
  const sent = receivedPictures(server).length
  expect(server.violations()).toEqual([])
  expect(receivedPictures(server)).toHaveLength(sent)
})

it('the pictures of a camera arrive, the user’s words end that, and a camera that is unplugged ends what is shown and says what to do', async ({
  task,
}) => {
  onTestFinished(() => (task.result?.state === 'fail' ? app.report('sight-camera') : undefined))
  const before = receivedPictures(server).length
  await show('camera-')
  const arrived = () => receivedPictures(server).slice(before)
  await expect.poll(() => arrived().map(readCounter)).toContain(CAMERA_NUMBER)

  // the user's words end it, also in what the page shows afterwards
  await app.page.getByRole('textbox', { name: 'Type a message' }).fill('stop looking')
  await app.page.keyboard.press('Enter')
  const ended = () => app.page.evaluate("window.parley.call('audit.list', { kind: 'sight', limit: 10 })").then(JSON.stringify)
  await expect.poll(ended).toContain('"reason":"stopped"')
  await app.page.locator('[data-sight]').waitFor({ state: 'detached', timeout: 10_000 })
  await show('camera-')

  // the process that has the camera is gone, as with the device
  const camera = await electron.evaluate(({ app: one }) => one.getAppMetrics().find(({ name }) => name === 'Video Capture')?.pid ?? null)
  if (camera === null) throw new Error('no process has the camera')
  process.kill(camera)
  await app.page.getByText('Gemini no longer sees anything: what you showed was closed').waitFor()
  const states = await app.page.evaluate("window.parley.call('audit.list', { kind: 'sight', limit: 10 })").then(JSON.stringify)
  expect(states.match(/source-gone/g)).toHaveLength(2)
  expect(server.violations()).toEqual([])
})
