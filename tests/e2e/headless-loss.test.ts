import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from '../../src/shared/lib/zod'

let browser: Browser
let host: ChildProcess
let address: string

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium',
    headless: false,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
})
afterAll(() => browser.close())

beforeEach(async () => {
  const started = spawn(process.execPath, [resolve('bin/parley.mjs'), 'serve', '--fixture', 'fixtures/payment.jsonl'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  host = started
  const line = await new Promise<string>((ready) => createInterface({ input: started.stdout }).once('line', ready))
  address = z.object({ url: z.string() }).parse(JSON.parse(line)).url
})
afterEach(async () => {
  if (host.exitCode !== null || host.signalCode !== null) return
  const ended = once(host, 'exit')
  host.kill('SIGTERM')
  await ended
})

/** The page as a user opens it, and all of its errors. */
async function openPage(): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1000, height: 700 } })).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Type a message' }).waitFor()
  return { page, complaints }
}

async function waitForQuestion(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('Please pay the invoice.')
  await composer.press('Enter')
  await page.getByRole('button', { name: 'Deny' }).first().waitFor()
  // if a host ends while it sends a font of the page, the browser reports an error, not the page
  await page.waitForFunction(() => document.fonts.status === 'loaded')
}

describe('a page that lost its host', () => {
  it('says that the host has ended and what to do, and looks neither live nor answerable', async () => {
    const { page, complaints } = await openPage()
    await waitForQuestion(page)
    await page.getByRole('textbox', { name: 'Type a message' }).fill('half a thought')
    host.kill('SIGKILL')
    const banner = page.getByRole('alert')
    await banner.getByText('Parley has stopped').waitFor()
    expect(await banner.getByRole('button').allTextContents()).toEqual(['Reload'])
    expect(await page.getByRole('button', { name: /^(Deny|Allow once)/ }).count()).toBe(0)
    await page.locator('[data-region="dock"]').getByText('Mic off').waitFor()
    expect(await page.getByRole('textbox', { name: 'Type a message' }).inputValue()).toBe('half a thought')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('says that another page took over, and gets the host back when it is reloaded', async () => {
    const first = await openPage()
    await waitForQuestion(first.page)
    const second = await openPage()
    await second.page.getByRole('button', { name: 'Deny' }).first().waitFor()
    await first.page.getByText('Parley is open on another page').waitFor()
    expect(await first.page.getByRole('button', { name: /^(Deny|Allow once)/ }).count()).toBe(0)
    await first.page.getByRole('button', { name: 'Reload' }).click()
    await first.page.getByRole('button', { name: 'Deny' }).first().waitFor()
    await second.page.getByText('Parley is open on another page').waitFor()
    expect([...first.complaints, ...second.complaints]).toEqual([])
    await first.page.context().close()
    await second.page.context().close()
  })

  it('that was speaking says so once and does not flood the console', async () => {
    const { page, complaints } = await openPage()
    await waitForQuestion(page)
    await page.getByRole('button', { name: 'Deny' }).first().click()
    await page.locator('[data-region="dock"]').getByText('Speaking', { exact: true }).waitFor()
    host.kill('SIGKILL')
    await page.getByText('Parley has stopped').waitFor()
    await page.locator('[data-region="dock"]').getByText('Mic off').waitFor()
    await page.waitForFunction(() => document.querySelector('canvas') === null)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
