import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { electronPath } from '../support/electron-path'
import { openOtherWindow } from '../support/talk-key'

const xdotool = (...words: string[]): string => execFileSync('xdotool', words, { encoding: 'utf8', timeout: 60_000 }).trim()

/** Starts Parley again on the same data, as a desktop does with a link; resolves when that process has ended. */
async function startAgain({ userDataFolder }: RunningApp, ...words: string[]): Promise<void> {
  const switches = ['--no-sandbox', '--disable-gpu', `--user-data-dir=${userDataFolder}`]
  const again = spawn(electronPath(), [...switches, resolve('.'), ...words], { stdio: 'ignore' })
  onTestFinished(() => void again.kill())
  const [code] = await once(again, 'exit')
  expect(code).toBe(0)
}

describe('Parley on a desktop', () => {
  it('says in the terminal when its window is open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-first-run-'))
    const switches = [`--user-data-dir=${folder}`]
    const npmStart = spawn(process.execPath, ['scripts/setup.mjs', 'start', ...switches], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(npmStart, 'exit')
    onTestFinished(async () => {
      npmStart.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: npmStart.stdout })) {
      lines.push(line)
      if (line === 'Parley is open.') break
    }
    expect(lines.slice(-2)).toEqual(['[parley] Starting Parley …', 'Parley is open.'])
  })

  it('is set up with real keys and a real microphone, is opened by links and keys, and stays when its window is closed', async () => {
    const app = await startApp({ settings: { setUp: 'key', closeWindow: 'ask' } })
    onTestFinished(() => app.remove())
    const { page, electron } = app
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const go = page.getByRole('button', { name: /^Continue/ })
    // the list of all windows has no order
    const mainWindow = await electron?.browserWindow(page)
    const isVisible = () => mainWindow?.evaluate((shown) => shown.isVisible())

    await heading('How should Parley start?')
    await go.click()
    await page.getByText('Good level').waitFor()
    await go.click()

    await heading('Hold your talk key now')
    const other = await openOtherWindow()
    onTestFinished(() => void other.kill())
    xdotool('keydown', 'Control_R')
    await page.getByText('waiting for you to let go').waitFor()
    expect(await go.isDisabled()).toBe(true)
    xdotool('keyup', 'Control_R')
    await page.getByText(/^detected after/).waitFor()
    // another key, recorded in the window and then detected from the other program
    await mainWindow?.evaluate((shown) => shown.focus())
    await page.getByRole('button', { name: 'Choose another key' }).click()
    await page.getByText('Press the new key or a mouse side button').waitFor()
    await page.keyboard.press('F9')
    await page.locator('kbd', { hasText: 'F9' }).first().waitFor()
    expect(await go.isDisabled()).toBe(true)
    xdotool('keydown', 'F9')
    await page.getByText('waiting for you to let go').waitFor()
    xdotool('keyup', 'F9')
    await page.getByText(/^detected after/).waitFor()
    await go.click()
    await heading('What leaves this computer')
    await go.click()
    await page.getByRole('button', { name: /^Open Parley/ }).click()
    await page.locator('[data-composer]').waitFor()

    await startAgain(app, 'parley://settings/hotkeys')
    await page.getByText('Hold to talk works everywhere on this desktop').waitFor()
    await startAgain(app, 'parley://new?text=Will%20it%20rain')
    await expect.poll(() => page.locator('[data-composer]').inputValue()).toBe('Will it rain')
    await startAgain(app, 'talk', 'start')
    await page.getByText('Listening').first().waitFor()
    await startAgain(app, 'talk', 'stop')

    await electron?.evaluate(({ dialog }) => {
      // a user who keeps Parley running, once
      dialog.showMessageBox = async (...parts: readonly unknown[]) => {
        const { buttons } = parts.at(-1) as { readonly buttons: readonly string[] }
        return { response: buttons.indexOf('Keep it running'), checkboxChecked: false }
      }
    })
    await page.getByRole('button', { name: 'Close window' }).click()
    await expect.poll(isVisible, { timeout: 60_000 }).toBe(false)
    await startAgain(app)
    await expect.poll(isVisible, { timeout: 60_000 }).toBe(true)
    await electron?.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.reject(new Error('asked a second time'))
    })
    await page.getByRole('button', { name: 'Close window' }).click()
    await expect.poll(isVisible, { timeout: 60_000 }).toBe(false)
    xdotool('key', 'ctrl+alt+n')
    await expect.poll(() => electron?.windows().some((one) => one.url().endsWith('/quick.html')), { timeout: 60_000 }).toBe(true)
    expect(await isVisible()).toBe(false)
  })
})
