import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type NotificationDesktop, startNotificationDesktop } from '../support/notification-desktop'
import { openOtherWindow } from '../support/talk-key'
import { type ToolScene, type Way, ways } from '../support/tool-scene'
import { startToolStage, type ToolStage } from '../support/tool-stage'

let desktop: NotificationDesktop
let stage: ToolStage
let other: ChildProcess | null = null

beforeAll(async () => {
  desktop = await startNotificationDesktop()
  stage = await startToolStage({ settings: { approvalSeconds: 120 }, environment: desktop.environment })
  other = await openOtherWindow()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stage.report(task.name)
})
afterAll(async () => {
  await stage?.close()
  other?.kill()
  await desktop?.close()
})

async function focused(): Promise<boolean> {
  const { electron } = stage.app
  if (electron === null) throw new Error('this test runs in Electron')
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)
}

/** Focuses the other window. */
const goElsewhere = () => execFileSync('xdotool', ['search', '--name', 'another program', 'windowfocus', '--sync'])

/** The notifications on the screen. */
const standing = () => desktop.notifications.filter(({ open }) => open)

/** Asks, and waits for the only notification. */
async function askWhileAway(name: string, way: Way): Promise<ToolScene> {
  const scene = await stage.open(name)
  await askHere(scene, way)
  return scene
}

async function askHere(scene: ToolScene, way: Way): Promise<void> {
  goElsewhere()
  await expect.poll(focused).toBe(false)
  await scene.ask(way)
  await expect.poll(() => standing().length, { timeout: 60_000 }).toBe(1)
}

/** Presses a button until it counts: a press in the first half second is ignored, and the notification comes again. */
async function press(label: string, counted: () => boolean): Promise<void> {
  const pressed = (): boolean => {
    if (!counted()) desktop.press(label)
    return counted()
  }
  await expect.poll(pressed, { timeout: 60_000, interval: 1000 }).toBe(true)
}

describe.each(ways)('an approval that is requested, %s, while another window is in front', (way) => {
  it('is denied by the button of its notification: the model gets the denial, and nothing is paid', async () => {
    const scene = await askWhileAway('after-delivery', way)
    const [notification] = standing()
    expect(notification?.app).toBe('Parley')
    expect(notification?.title).toContain('Hoshino Print K.K.')
    expect([...(notification?.actions.values() ?? [])]).toEqual(['Parley', 'Deny'])
    await press('Deny', () => scene.statuses()['function-call-2500913']?.includes('denied') === true)
    await scene.hear('Then I wait for the delivery.')
    expect(scene.statuses()).toEqual({ 'function-call-2500913': ['waiting', 'denied'] })
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual(['process_payment requested', 'process_payment asked by rule', 'process_payment denied by user'])
    expect(standing()).toEqual([])
  })

  it('is allowed by the button of its notification, and the tool runs once', async () => {
    const { page } = stage.app
    await page.context().setGeolocation({ latitude: 35.011_636, longitude: 135.768_029, accuracy: 12 })
    const scene = await askWhileAway('where-am-i', way)
    expect([...(standing()[0]?.actions.values() ?? [])]).toEqual(['Parley', 'Allow once', 'Deny'])
    await press('Allow once', () => scene.statuses()['function-call-2300771']?.includes('done') === true)
    await scene.hear('You are in Kyoto.')
    expect(scene.statuses()).toEqual({ 'function-call-2300771': ['waiting', 'done'] })
    expect(await scene.story()).toEqual([
      'get_location requested',
      'get_location asked by rule',
      'get_location allowed by user',
      'get_location done',
    ])
    expect(standing()).toEqual([])
  })

  it('removes its notification when it is answered in the window', async () => {
    const scene = await askWhileAway('after-delivery', way)
    await (await scene.cards(1)).getByRole('button', { name: 'Deny' }).first().click()
    await expect.poll(() => standing().length).toBe(0)
    await scene.hear('Then I wait for the delivery.')
  })

  it('removes its notification when it expires, which denies it', async () => {
    const scene = await stage.open('after-delivery')
    onTestFinished(async () => void (await scene.call('settings.update', { approvalSeconds: 120 })))
    await scene.call('settings.update', { approvalSeconds: 5 })
    await askHere(scene, way)
    await expect.poll(() => standing().length, { timeout: 60_000 }).toBe(0)
    await scene.server.waitFor(() => scene.statuses()['function-call-2500913']?.includes('expired') === true)
    expect(await scene.paid()).toEqual([])
  })

  it('is opened by a click on its notification, which answers nothing', async () => {
    const scene = await askWhileAway('after-delivery', way)
    expect(desktop.click()).toBe(true)
    const deny = (await scene.cards(1)).getByRole('button', { name: 'Deny' }).first()
    await expect.poll(() => deny.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await focused()).toBe(true)
    expect(standing()).toEqual([])
    expect(scene.statuses()).toEqual({ 'function-call-2500913': ['waiting'] })
    await deny.click()
    await scene.hear('Then I wait for the delivery.')
  })
})
