import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tray } from 'electron'
import type { ElectronApplication, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type AppOptions, type RunningApp, startApp } from '../support/app'
import { bundledFixture } from '../support/fixture-facts'
import { paymentsMade } from '../support/payment-scene'
import { openOtherWindow } from '../support/talk-key'
import { type ManagedDisplay, openManagedDisplay } from '../support/window-manager'

declare global {
  /** What Electron was asked to show in the tray. */
  var toldToTray: { readonly trays: Tray[]; readonly words: string[]; readonly pictures: string[]; menu: Electron.Menu | null } | undefined
}

const xdotool = (...words: string[]): string => execFileSync('xdotool', words, { encoding: 'utf8', timeout: 60_000 }).trim()
const keyboardGoesTo = () => xdotool('getwindowfocus', 'getwindowname')

let display: ManagedDisplay
let server: FixtureServer
let app: RunningApp
let electron: ElectronApplication
let other: Awaited<ReturnType<typeof openOtherWindow>>

async function launch(again: Pick<AppOptions, 'userDataFolder' | 'width' | 'height'> = {}): Promise<void> {
  app = await startApp({
    settings: { overlay: 'hidden', closeWindow: 'background' },
    environment: {
      GEMINI_API_KEY: 'a-key-for-tests',
      GOOGLE_GEMINI_BASE_URL: server.baseUrl,
      XDG_CONFIG_HOME: join(display.folder, 'config'),
    },
    ...again,
  })
  if (app.electron === null) throw new Error('this test runs in Electron')
  electron = app.electron
}

beforeAll(async () => {
  display = await openManagedDisplay()
  server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
  await launch()
  other = await openOtherWindow()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await app?.report(task.name)
  for (const page of electron?.windows() ?? [])
    process.stderr.write(`── ${page.url()}\n${await page.evaluate(() => document.body.textContent)}\n`)
})
afterAll(async () => {
  other?.kill()
  await app?.remove()
  await server?.close()
  await display?.close()
})

const pageOf = async (name: string): Promise<Page> => {
  const isIt = (page: Page) => page.url().endsWith(`/${name}.html`)
  return electron.windows().find(isIt) ?? (await electron.waitForEvent('window', { predicate: isIt }))
}

/** A window as Electron has it; the main one has an empty name. */
const windowFacts = (name: string) =>
  electron.evaluate(
    ({ BrowserWindow }, path) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith(path))
      return {
        visible: window?.isVisible() ?? false,
        focused: window?.isFocused() ?? false,
        onTop: window?.isAlwaysOnTop() ?? false,
        bounds: window?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 },
      }
    },
    name === '' ? 'parley/' : `/${name}.html`,
  )
const isVisible = async (name: string) => (await windowFacts(name)).visible

/** The middle of the target on the screen, once its window neither grows nor is still to be painted. */
async function placeOf(name: string, target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  let before = ''
  await expect
    .poll(async () => {
      const { bounds } = await windowFacts(name)
      const drawn = await target.page().evaluate(() => ({ width: innerWidth, height: innerHeight }))
      const now = JSON.stringify([bounds, await target.boundingBox()])
      const rests = now === before && drawn.width === bounds.width && drawn.height === bounds.height
      before = now
      return rests
    })
    .toBe(true)
  const box = await target.boundingBox()
  const { bounds } = await windowFacts(name)
  if (box === null) throw new Error('there is nothing to press')
  return { x: Math.round(bounds.x + box.x + box.width / 2), y: Math.round(bounds.y + box.y + box.height / 2) }
}

/** Clicks the target with the real pointer. */
async function point(name: string, target: Locator, button: 'left' | 'right' = 'left'): Promise<void> {
  const { x, y } = await placeOf(name, target)
  xdotool('mousemove', `${x}`, `${y}`, 'click', button === 'left' ? '1' : '3')
}

/** Records the tray's updates from now on. */
async function watchTray(): Promise<void> {
  await electron.evaluate(({ Tray }) => {
    const told: NonNullable<typeof globalThis.toldToTray> = { trays: [], words: [], pictures: [], menu: null }
    globalThis.toldToTray = told
    const { setImage, setToolTip, setContextMenu } = Tray.prototype
    Object.assign(Tray.prototype, {
      setImage(this: Tray, image: Electron.NativeImage) {
        if (!told.trays.includes(this)) told.trays.push(this)
        told.pictures.push(image.toDataURL())
        setImage.call(this, image)
      },
      setToolTip(this: Tray, words: string) {
        told.words.push(words)
        setToolTip.call(this, words)
      },
      setContextMenu(this: Tray, menu: Electron.Menu) {
        told.menu = menu
        setContextMenu.call(this, menu)
      },
    })
  })
}
const trayTold = () =>
  electron.evaluate(() => ({ words: globalThis.toldToTray?.words ?? [], pictures: globalThis.toldToTray?.pictures ?? [] }))
const chooseInTray = (label: string) =>
  electron.evaluate((_electron, wanted) => globalThis.toldToTray?.menu?.items.find((item) => item.label === wanted)?.click(), label)

describe('besides the main window', () => {
  it('an overlay shows a talk from another program, its approval and its answer, chooses its microphone, and never takes the keyboard focus', async () => {
    await watchTray()
    xdotool('keydown', 'Control_R')
    const overlay = await pageOf('overlay')
    await overlay.getByText('Listening').waitFor()
    const { bounds, ...facts } = await windowFacts('overlay')
    expect(facts).toEqual({ visible: true, focused: false, onTop: true })
    expect(bounds).toMatchObject({ x: 460, width: 360 })
    // the level is drawn from the microphone's sound
    await overlay.waitForFunction(() => {
      const canvas = document.querySelector('canvas')
      if (canvas === null || canvas.width === 0) return false
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      return pixels?.some((value) => value > 0)
    })
    expect(keyboardGoesTo()).toBe('another program')
    xdotool('keyup', 'Control_R')

    await overlay.getByText('You: Pay the Hoshino Print invoice').waitFor()
    await point('overlay', overlay.getByRole('button', { name: 'Review' }))
    await overlay.getByText('INV-2231').waitFor()
    const allow = overlay.getByRole('button', { name: 'Allow once' })
    // not before the approval could be read
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false')
    await point('overlay', allow)
    await overlay.getByText('Done. I paid').waitFor()
    expect(keyboardGoesTo()).toBe('another program')

    // an open list keeps it visible; it is dragged by its text, and reopens at that place
    const answer = overlay.getByText('Done. I paid')
    await point('overlay', answer, 'right')
    const microphone = overlay.getByRole('button', { name: 'Microphone' })
    await microphone.waitFor()
    const { x, y } = await placeOf('overlay', answer)
    const before = (await windowFacts('overlay')).bounds
    xdotool('mousemove', `${x}`, `${y}`, 'mousedown', '1')
    for (const step of [10, 20, 30]) xdotool('mousemove', `${x + step}`, `${y - 10 * step}`)
    xdotool('mouseup', '1')
    // the answer may still grow: its foot or its top is where it was taken to
    await expect
      .poll(async () => {
        const { y: top, height } = (await windowFacts('overlay')).bounds
        return top === before.y - 300 || top + height === before.y + before.height - 300
      })
      .toBe(true)
    await point('overlay', answer, 'right')
    await expect.poll(() => existsSync(join(app.userDataFolder, 'overlay.json'))).toBe(true)
    // it disappears by itself when everything is idle
    await expect.poll(() => isVisible('overlay'), { timeout: 60_000 }).toBe(false)

    xdotool('keydown', 'Control_R')
    await overlay.getByText('Listening').waitFor()
    const moved = (await windowFacts('overlay')).bounds
    expect(moved.x).toBe(before.x + 30)
    // another microphone, chosen there, is used in the middle of the talk, and stays in the settings
    await app.page.evaluate(() => {
      const opened: string[] = []
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      Object.assign(globalThis, { openedMicrophones: opened })
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        opened.push(stream.getAudioTracks()[0]?.label ?? '')
        return stream
      }
    })
    // a click right after the key cancels the talk, a later one does not
    xdotool('mousemove', `${moved.x + 180}`, `${moved.y + 5}`, 'click', '3')
    await microphone.waitFor()
    await app.page.evaluate(async () => {
      const { parley } = window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }
      await parley.call('talk.cancel', null)
    })
    await overlay.getByText('Listening').waitFor({ state: 'hidden' })
    xdotool('keyup', 'Control_R')
    await point('overlay', overlay.getByRole('button', { name: 'Talk', exact: true }))
    await overlay.getByText('Listening').waitFor()
    await point('overlay', microphone)
    const choice = overlay.getByRole('group', { name: 'Microphone' }).locator('label').last()
    const chosen = (await choice.textContent()) ?? ''
    await point('overlay', choice)
    await app.page.waitForFunction((label) => Reflect.get(globalThis, 'openedMicrophones').at(-1) === label, chosen)
    await expect.poll(() => overlay.getByRole('radio', { name: chosen }).isChecked()).toBe(true)
    expect(JSON.parse(readFileSync(join(app.userDataFolder, 'settings.json'), 'utf8')).microphoneId).not.toBe('')
    await overlay.getByText('Listening').waitFor()
    expect(keyboardGoesTo()).toBe('another program')
    await point('overlay', overlay.getByRole('button', { name: 'Stop, don’t send' }))
    await overlay.getByText('Listening').waitFor({ state: 'hidden' })
    expect(keyboardGoesTo()).toBe('another program')
    await point('overlay', overlay.getByRole('button', { name: 'Parley', exact: false }).first())
    await expect.poll(async () => (await windowFacts('')).focused).toBe(true)
    await expect.poll(() => isVisible('overlay')).toBe(false)
  })

  it('the tray is the same icon all the time, shows each state by icon and text, and its menu mutes, asks and opens', async () => {
    const { words, pictures } = await trayTold()
    const order = ['Parley is listening', 'Parley is thinking', 'Parley: 1 question waiting for you', 'Parley is speaking', 'Parley']
    expect(order.filter((one) => !words.includes(one))).toEqual([])
    expect(new Set(pictures).size).toBe(new Set(words).size)
    await chooseInTray('Mute Parley’s voice')
    await app.page.getByRole('button', { name: 'Unmute Parley’s voice' }).first().waitFor()
    await expect.poll(async () => (await trayTold()).words.at(-1)).toBe('Parley: voice muted')
    await chooseInTray('Unmute Parley’s voice')
    await expect.poll(async () => (await trayTold()).words.at(-1)).toBe('Parley')
    await app.page.getByRole('button', { name: 'Close window' }).click()
    await expect.poll(() => isVisible('')).toBe(false)
    await chooseInTray('Open Parley')
    await expect.poll(() => isVisible('')).toBe(true)
    expect(await electron.evaluate(() => globalThis.toldToTray?.trays.length)).toBe(1)
  })

  /** A window that has just come to the front may lose the first letter: it is typed again then, as a user would. */
  async function typeInto(field: Locator, text: string): Promise<void> {
    for (let tries = 1; tries < 4; tries += 1) {
      xdotool('key', 'ctrl+a')
      xdotool('type', '--delay', '30', text)
      // the last letter has arrived
      await expect.poll(() => field.inputValue()).toMatch(new RegExp(`${text.slice(-3)}$`))
      if ((await field.inputValue()) === text) return
    }
    expect(await field.inputValue()).toBe(text)
  }

  it('a question is typed over another program, is kept when Esc returns the keyboard focus, and is asked in a new conversation', async () => {
    await app.page.getByRole('button', { name: 'Close window' }).click()
    await expect.poll(() => isVisible('')).toBe(false)
    xdotool('search', '--name', 'another program', 'windowactivate', '--sync')
    xdotool('key', 'ctrl+alt+n')
    const quick = await pageOf('quick')
    const field = quick.getByRole('textbox', { name: 'Ask Parley' })
    await expect.poll(async () => (await windowFacts('quick')).focused).toBe(true)
    await typeInto(field, 'will it')
    xdotool('key', 'Escape')
    await expect.poll(() => isVisible('quick')).toBe(false)
    await expect.poll(keyboardGoesTo).toBe('another program')

    await chooseInTray('Ask Parley')
    await expect.poll(async () => (await windowFacts('quick')).focused).toBe(true)
    expect(await field.inputValue()).toBe('will it')
    await typeInto(field, 'will it rain')
    xdotool('key', 'Return')
    await expect.poll(async () => (await windowFacts('')).focused).toBe(true)
    await app.page.getByRole('log').getByText('will it rain').waitFor()
    await app.page.getByText('Done. I paid').waitFor({ state: 'detached' })
    expect(await isVisible('quick')).toBe(false)
  })

  it('the main window comes back where it was left, wholly on a display that is still there, and the system starts it at login', async () => {
    const { userDataFolder, page } = app
    await page.evaluate(async () => {
      const { parley } = window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }
      await parley.call('login.set', { on: true })
    })
    expect(readFileSync(join(display.folder, 'config/autostart/parley.desktop'), 'utf8')).toContain('--hidden')
    const left = { x: 120, y: 90, width: 800, height: 640 }
    await electron.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().endsWith('parley/'))
        ?.setBounds(bounds)
    }, left)
    await expect.poll(async () => (await windowFacts('')).bounds).toEqual(left)
    // one yes in the overlay made one payment
    expect(await paymentsMade(app)).toBe(1)
    const kept = join(userDataFolder, 'window.json')
    // the window manager decides where it was
    const { maximized, ...stood } = JSON.parse(readFileSync(kept, 'utf8'))
    expect({ maximized, width: stood.width, height: stood.height }).toEqual({ maximized: false, width: 800, height: 640 })
    const again = { userDataFolder, width: left.width, height: left.height }
    await launch(again)
    await expect.poll(async () => (await windowFacts('')).bounds).toEqual(stood)
    await app.close()
    writeFileSync(kept, JSON.stringify({ ...left, x: 1200, y: 900, maximized: false }))
    await launch(again)
    await expect.poll(async () => (await windowFacts('')).bounds).toEqual({ ...left, x: 480, y: 320 })
  })
})
