import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ways } from '../support/tool-scene'
import { startToolStage, type ToolStage } from '../support/tool-stage'

let stage: ToolStage

beforeAll(async () => {
  stage = await startToolStage({ settings: { approvalSeconds: 120 } })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stage.report(task.name)
  await setWindow('show')
})
afterAll(() => stage?.close())

async function setWindow(action: 'show' | 'hide'): Promise<void> {
  const { electron, page } = stage.app
  if (electron === null) throw new Error('this test runs in Electron')
  const mainWindow = await electron.browserWindow(page)
  await mainWindow.evaluate((shown, name) => shown[name](), action)
}

/** Simulates a user who presses this button in system dialogs; returns the text of the next dialog. */
async function whoPresses(button: string): Promise<() => Promise<{ readonly message: string; readonly detail: string }>> {
  const { electron } = stage.app
  if (electron === null) throw new Error('this test runs in Electron')
  await electron.evaluate(({ dialog }, wanted) => {
    const shown: { message: string; detail: string }[] = []
    Object.assign(globalThis, { shownDialogs: shown })
    dialog.showMessageBox = (...parts: readonly unknown[]) => {
      const { message, detail, buttons } = parts.at(-1) as { message: string; detail: string; buttons: string[] }
      shown.push({ message, detail })
      const response = buttons.findIndex((label) => label.replace('&', '') === wanted)
      return Promise.resolve({ response, checkboxChecked: false })
    }
  }, button)
  return async () => {
    const shown = () => electron.evaluate(() => Reflect.get(globalThis, 'shownDialogs') as { message: string; detail: string }[])
    await expect.poll(async () => (await shown()).length, { timeout: 60_000 }).toBe(1)
    const [first] = await shown()
    return first ?? { message: '', detail: '' }
  }
}

describe.each(ways)('a payment that is asked for, %s, while the window is hidden', (way) => {
  it.each([
    { button: 'Allow once', words: 'The printer is paid.', paid: [48_600], statuses: ['waiting', 'done'] },
    { button: 'Deny', words: 'Then I wait for the delivery.', paid: [], statuses: ['waiting', 'denied'] },
  ])('is requested in a native dialog with every argument, and $button counts', async ({ button, words, paid, statuses }) => {
    const scene = await stage.open('after-delivery')
    const dialogShown = await whoPresses(button)
    // only the talk key reaches an invisible window: a user who types has just hidden it
    if (way === 'spoken') await setWindow('hide')
    await scene.ask(way)
    if (way === 'typed') {
      await scene.cards(1)
      await setWindow('hide')
    }
    const { message, detail } = await dialogShown()
    expect(message).toContain('Hoshino Print K.K.')
    for (const shown of ['48600', 'JPY', 'studio ··4417', 'INV-2231', '2026-11-27']) expect(detail).toContain(shown)
    await expect.poll(() => Object.values(scene.statuses()), { timeout: 60_000 }).toEqual([statuses])
    await setWindow('show')
    await scene.hear(words)
    expect(await scene.paid()).toEqual(paid)
  })
})
