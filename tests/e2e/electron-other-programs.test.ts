import type { Notification, Tray } from 'electron'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { startApp } from '../support/app'
import { callMain } from '../support/call-main'
import { bundledFixture } from '../support/fixture-facts'
import { ASK, type PaymentScene, paymentsMade } from '../support/payment-scene'
import { openOtherWindow } from '../support/talk-key'

declare global {
  /** What Electron was asked to show outside the window. */
  var outside: { readonly notifications: Notification[]; tray: Tray | null; readonly trayTooltip: string[] } | undefined
}

/** A desktop without a notification service: notifications come from Electron, without buttons. */
const noDesktopService = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }

let scene: PaymentScene | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await scene?.app.report(task.name)
  await scene?.end()
  scene = null
})

/**
 * Starts the app, records what it shows outside its window, then takes the focus from the window and asks for the
 * payment.
 */
async function askWhileAway() {
  const server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
  const app = await startApp({
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl, ...noDesktopService },
  })
  scene = {
    app,
    server,
    async end() {
      await app.remove()
      await server.close()
    },
  }
  const { electron, page } = app
  if (electron === null) throw new Error('this test runs in Electron')
  await electron.evaluate(({ Notification, Tray }) => {
    const outside: NonNullable<typeof globalThis.outside> = { notifications: [], tray: null, trayTooltip: [] }
    globalThis.outside = outside
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      outside.notifications.push(this)
    }
    const setToolTip = Tray.prototype.setToolTip
    Tray.prototype.setToolTip = function (words) {
      outside.tray = this
      outside.trayTooltip.push(words)
      setToolTip.call(this, words)
    }
  })
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(ASK)
  const focused = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)
  await expect.poll(focused).toBe(true)
  const other = await openOtherWindow()
  onTestFinished(() => void other.kill())
  await expect.poll(focused).toBe(false)
  await composer.press('Enter')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
  return { app, electron, page }
}

describe('an approval while the window is not in front', () => {
  it('comes as a notification, whose click opens its card and answers nothing', async () => {
    const { app, electron, page } = await askWhileAway()
    const told = () => electron.evaluate(() => globalThis.outside?.notifications.map(({ title, body }) => ({ title, body })) ?? [])
    await expect.poll(async () => (await told()).length).toBe(1)
    const [words] = await told()
    expect(words?.title).toContain('Hoshino Print K.K.')
    expect(words?.body).toContain('process_payment')
    await electron.evaluate(() => globalThis.outside?.notifications[0]?.emit('click'))
    const deny = page.getByRole('article').getByRole('button', { name: 'Deny' }).first()
    await expect.poll(() => deny.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true)
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    expect(await paymentsMade(app)).toBe(0)
  })

  it('is counted in the tray, whose click opens it', async () => {
    const { electron, page } = await askWhileAway()
    const words = () => electron.evaluate(() => globalThis.outside?.trayTooltip.at(-1))
    await expect.poll(words).toBe('Parley: 1 question waiting for you')
    await electron.evaluate(() => globalThis.outside?.tray?.emit('click'))
    const card = page.getByRole('article').getByRole('button', { name: 'Deny' }).first()
    await expect.poll(() => card.evaluate((button) => button === document.activeElement)).toBe(true)
    await card.click()
    await expect.poll(words, { timeout: 60_000 }).toBe('Parley')
  })
})

describe('the app’s menu in the system', () => {
  it('is in the user’s language as soon as that changes, and its items work', async () => {
    const { app, electron, page } = await askWhileAway()
    const labels = () => electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])
    const choose = (id: string) => electron.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id)
    expect(await labels()).toEqual(['File', 'Edit', 'View', 'Talk', 'Window', 'Help'])
    await choose('nextQuestion')
    const deny = page.getByRole('article').getByRole('button', { name: 'Deny' }).first()
    await expect.poll(() => deny.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)).toBe(true)
    await choose('shortcuts')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await choose('settings')
    await page.getByRole('heading', { name: 'General' }).waitFor()
    await callMain(page, 'settings.update', { language: 'ja' })
    await expect.poll(labels).toEqual(['ファイル', '編集', '表示', '会話', 'ウィンドウ', 'ヘルプ'])
    await choose('newConversation')
    await page.getByRole('textbox', { name: 'メッセージを入力' }).waitFor()
    expect(await paymentsMade(app)).toBe(0)
  })
})

/** Runs in the page: main's copy of the draft. */
async function keptDraft(): Promise<unknown> {
  const call = async (name: string, payload: unknown): Promise<Record<string, unknown>> => {
    const reply = await Reflect.get(window, 'parley').call(name, payload)
    return reply.value
  }
  const { currentConversationId: conversationId } = await call('app.bootstrap', null)
  return (await call('draft.read', { conversationId })).text
}

/** A point of the page, as a script in it gave it. */
function pointOf(value: unknown): { readonly x: number; readonly y: number } {
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) throw new Error('the page has no such button')
  return { x: Number(value.x), y: Number(value.y) }
}

describe('a page that crashes during an open approval and a draft', () => {
  it('is there again with both; a script of the page can’t allow the payment, and a click of the user can', async () => {
    const { app, electron, page } = await askWhileAway()
    await page.getByRole('textbox', { name: 'Type a message' }).fill('and tell me when')
    await expect.poll(() => page.evaluate(keptDraft)).toBe('and tell me when')
    const mainWindow = await electron.browserWindow(page)
    await mainWindow.evaluate(async ({ webContents }) => {
      const loaded = new Promise<void>((resolve) => webContents.once('did-finish-load', () => resolve()))
      webContents.forcefullyCrashRenderer()
      await loaded
    })
    const inPage = (script: string) =>
      mainWindow.evaluate(({ webContents }, code): Promise<unknown> => webContents.executeJavaScript(code), script)
    const shown = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
    await expect.poll(() => inPage(`${shown('[data-approval]')}?.textContent ?? ''`)).toContain('Hoshino Print K.K.')
    expect(await inPage('document.body.textContent')).toContain(ASK)
    await expect.poll(() => inPage(`${shown('[data-composer]')}?.value`)).toBe('and tell me when')
    await expect.poll(() => inPage(`${shown('[data-approval]:not([data-unarmed]) [data-answer="allow"]')} !== null`)).toBe(true)
    await inPage(`${shown('[data-answer="allow"]')}.click()`)
    await expect.poll(() => inPage(`${shown('[data-approval] [role="alert"]')}?.textContent ?? ''`)).toContain('no key and no click')
    const place = await inPage(`(() => {
      const button = ${shown('[data-answer="allow"]')}
      button.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = button.getBoundingClientRect()
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    })()`)
    await mainWindow.evaluate(({ webContents }, at) => {
      for (const type of ['mouseDown', 'mouseUp'] as const) webContents.sendInputEvent({ type, button: 'left', clickCount: 1, ...at })
    }, pointOf(place))
    const states = () => inPage(`window.parley.call('app.bootstrap', null).then(({ value }) => value.approvals.length)`)
    await expect.poll(states).toBe(0)
    await expect.poll(() => paymentsMade(app)).toBe(1)
  })
})
