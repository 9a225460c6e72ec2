import type { ElectronApplication } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { frameIntervalMs } from '../../src/shared/sight/frame-gate'
import { jpegSize } from '../../src/shared/sight/jpeg'
import { type RunningApp, startApp } from '../support/app'
import { counterPage, readCounter } from '../support/frame-counter'
import { liveRecording, modelSays, userAsks } from '../support/live-recording'
import { oneCallRecording } from '../support/one-call-recording'
import { receivedFrames, receivedPictures } from '../support/received-pictures'
import { sized } from '../support/scale'

/** The app with a simulator as its service. */
async function started(
  fixture = oneCallRecording('take_screenshot', {}),
): Promise<{ readonly server: FixtureServer; readonly app: RunningApp; readonly electron: ElectronApplication }> {
  const server = await startFixtureServer({ fixture, speed: 10 })
  const app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await app.report('sight')
    await app.remove()
    await server.close()
  })
  if (app.electron === null) throw new Error('this test needs Electron')
  return { server, app, electron: app.electron }
}

/** The counter on the screen. */
interface Counter {
  /** The number that is painted now. */
  read(): Promise<number>
  /** Lets it stay at a number; resolves to that number when the service has been shown it. */
  hold(server: FixtureServer): Promise<number>
  /** Stops it at this number; resolves to the number when it is on the screen. */
  paint(number: number): Promise<number>
  /** Lets it count again; resolves to the number from which it does. */
  go(): Promise<number>
}

/** Fills the screen with the counter. */
async function paintCounter(electron: ElectronApplication): Promise<Counter> {
  const id = await electron.evaluate(async ({ BrowserWindow, screen }, address) => {
    const window = new BrowserWindow({ ...screen.getPrimaryDisplay().bounds, frame: false, alwaysOnTop: true, focusable: false })
    await window.loadURL(address)
    return window.id
  }, counterPage)
  const run = (script: string): Promise<number> =>
    electron.evaluate(({ BrowserWindow }, one) => BrowserWindow.fromId(one.id)?.webContents.executeJavaScript(one.script), { id, script })
  return {
    read: () => run('window.counter'),
    async hold(server) {
      const number = await run('clearInterval(window.timer), new Promise((done) => requestAnimationFrame(() => done(window.counter)))')
      await expect.poll(() => lastNumber(receivedPictures(server))).toBe(number)
      return number
    },
    paint: (number) => run(`clearInterval(window.timer), window.paintNumber(${number})`),
    go: () => run('window.count(), window.counter'),
  }
}

function lastNumber(frames: readonly Buffer[]): number | null {
  const last = frames.at(-1)
  return last === undefined ? null : readCounter(last)
}

async function showScreen({ page }: RunningApp): Promise<void> {
  await page.getByRole('button', { name: 'Show Gemini something' }).click()
  await page.locator('[data-action^="screen-"]').first().click()
}

it('Gemini is shown the screen, the mirror shows exactly the last frame, and nothing follows the end', async () => {
  const { server, app, electron } = await started()
  const counter = await paintCounter(electron)
  await showScreen(app)
  const mirror = app.page.locator('[data-sight-frame]')
  await mirror.waitFor({ timeout: 60_000 })
  await expect.poll(() => receivedPictures(server).length).toBeGreaterThan(2)
  const [first] = receivedPictures(server)
  if (first === undefined) throw new Error('there is no frame')
  const size = jpegSize(first)
  expect(Math.max(size?.width ?? 0, size?.height ?? 0)).toBe(768)

  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('Which number is it?')
  const number = await counter.hold(server)
  await composer.press('Enter')
  await expect.poll(() => receivedFrames(server).some(({ kind }) => kind === 'clientContent')).toBe(true)
  await expect.poll(() => receivedFrames(server).findLastIndex(({ kind }) => kind === 'clientContent')).toBeGreaterThan(1)
  const asked = receivedFrames(server).findLastIndex(({ kind }) => kind === 'clientContent')
  expect(lastNumber(receivedFrames(server).flatMap(({ jpeg }, index) => (jpeg !== null && index < asked ? [jpeg] : [])))).toBe(number)

  await app.page.getByRole('region', { name: 'What Gemini sees' }).getByRole('button', { name: 'Stop showing' }).click()
  await mirror.waitFor({ state: 'detached' })
  const sent = receivedPictures(server).length
  const later = await counter.go()
  await expect.poll(counter.read).toBeGreaterThan(later + 20)
  expect(receivedPictures(server)).toHaveLength(sent)
  expect(server.violations()).toEqual([])
})

it('each time the last frame before the end of speech shows what is on the screen when the user stops', {
  timeout: sized(900_000, 120_000),
}, async () => {
  const { server, app, electron } = await started(liveRecording('asked', [userAsks, ...modelSays('It is that number.')]))
  const counter = await paintCounter(electron)
  await showScreen(app)
  await app.page.locator('[data-sight-frame]').waitFor({ timeout: 60_000 })
  const count = (kind: string) => receivedFrames(server).filter((frame) => frame.kind === `realtimeInput.${kind}`).length
  const seen: { readonly round: number; readonly onScreen: number; readonly shown: number | null }[] = []
  for (let round = 1; round <= sized(200, 20); round += 1) {
    await app.page.evaluate("window.parley.call('talk.toggle', null)")
    await expect.poll(() => count('activityStart')).toBe(round)
    // a longer sentence: the next frame may be sent at once
    if (round % 4 === 0) await expect.poll(() => Date.now() - lastPictureAt(server)).toBeGreaterThan(frameIntervalMs)
    const onScreen = await counter.paint((round * 1667) % 4096)
    await app.page.evaluate("window.parley.call('talk.toggle', null)")
    await expect.poll(() => count('activityEnd'), { timeout: 10_000 }).toBe(round)
    const frames = receivedFrames(server)
    const end = frames.findLastIndex(({ kind }) => kind === 'realtimeInput.activityEnd')
    seen.push({ round, onScreen, shown: lastNumber(frames.slice(0, end).flatMap(({ jpeg }) => (jpeg === null ? [] : [jpeg]))) })
  }
  expect(seen.filter(({ onScreen, shown }) => shown !== onScreen)).toEqual([])
  expect(server.violations()).toEqual([])
})

/** When the service received the last picture, in ms. */
function lastPictureAt(server: FixtureServer): number {
  const video = (frame: unknown): boolean => JSON.stringify(frame).startsWith('{"realtimeInput":{"video"')
  return server.received().findLast(({ frame }) => video(frame))?.at ?? 0
}

/** Where the border around a display of this size is, in no order. */
function bordersOf({ width, height }: { readonly width: number; readonly height: number }) {
  return expect.arrayContaining([
    { x: 0, y: 0, width, height: 4 },
    { x: 0, y: height - 4, width, height: 4 },
    { x: 0, y: 4, width: 4, height: height - 8 },
    { x: width - 4, y: 4, width: 4, height: height - 8 },
  ])
}

/** Notes which windows are left out of captures, as main asks the system for it; Linux does nothing there. */
async function noteProtection(electron: ElectronApplication): Promise<() => Promise<readonly boolean[]>> {
  await electron.evaluate(({ BrowserWindow }) => {
    const noted = new Map<number, boolean>()
    Reflect.set(globalThis, 'protectedWindows', noted)
    BrowserWindow.prototype.setContentProtection = function (on) {
      noted.set(this.id, on)
    }
  })
  return () =>
    electron.evaluate(({ BrowserWindow }) => {
      const noted: Map<number, boolean> = Reflect.get(globalThis, 'protectedWindows')
      return BrowserWindow.getAllWindows().map(({ id }) => noted.get(id) ?? false)
    })
}

it('Parley’s own windows are left out of the capture, also those that open meanwhile, and a page that is loaded again ends it', async () => {
  const { server, app, electron } = await started()
  const protectedWindows = await noteProtection(electron)
  const edges = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().flatMap((one) => (one.isVisible() && !one.isFocusable() ? [one.getBounds()] : [])),
    )
  const displaySize = () => electron.evaluate(({ screen }) => screen.getPrimaryDisplay().bounds)
  await showScreen(app)
  await app.page.locator('[data-sight-frame]').waitFor({ timeout: 60_000 })
  await electron.evaluate(({ BrowserWindow }) => void new BrowserWindow({ show: false }))
  // the page, the four edges of the border, and the new window
  expect(await protectedWindows()).toEqual([true, true, true, true, true, true])
  expect(await edges()).toEqual(bordersOf(await displaySize()))
  await app.page.reload()
  const reasons = () => app.page.evaluate("window.parley.call('audit.list', { kind: 'sight', limit: 10 })").then(JSON.stringify)
  await expect.poll(reasons).toContain('page-reloaded')
  expect(await protectedWindows()).toEqual([false, false])
  expect(server.violations()).toEqual([])
})

it('a part of the screen that the user drags over is attached to the next message, and nothing else is sent', async () => {
  const { server, app } = await started()
  const { page } = app
  await page.getByRole('button', { name: 'Show Gemini something' }).click()
  await page.locator('[data-action="part"]').click()
  const picture = page.locator('[data-region-picture]')
  await picture.waitFor({ timeout: 60_000 })
  const box = await picture.boundingBox()
  if (box === null) throw new Error('the picture has no place')
  await expect(page.getByRole('button', { name: 'Attach selection' }).isDisabled()).resolves.toBe(true)
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Attach selection' }).click()
  await expect.poll(() => page.getByText('screen.png').count()).toBeGreaterThan(0)
  await picture.waitFor({ state: 'detached' })
  // the question about it comes next
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-composer]'))).toBe(true)
  expect(receivedPictures(server)).toEqual([])
})
