import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, emit, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

const size = { width: 1000, height: 800 }
const stage = uiStage()

type Question = ReturnType<typeof paymentQuestion>

/** Opens the payment conversation without its approval; `ask` adds it. */
async function openConversation(): Promise<UiPage> {
  const world = makeWorld({ messages: paymentMessages('en'), bootstrap: { statuses: [replayStatus({ activity: 'waiting' })] } })
  return stage.open(world, size)
}

async function ask(page: Page, question: Question = paymentQuestion()): Promise<void> {
  await emit(page, 'approval.changed', question)
  await page.locator(`[data-approval="${question.approvalId}"]`).waitFor()
}

async function listenAgain(page: Page): Promise<void> {
  await page.locator('[data-approval]:not([data-unarmed])').first().waitFor()
}

const focusedAnswer = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-answer') ?? null)
const composerHasFocus = (page: Page) => page.evaluate(() => document.activeElement?.hasAttribute('data-composer') ?? false)
const decisions = (page: Page) => callsOf(page, 'approval.decide')

describe('the card of an approval', () => {
  it('ignores keys for the first half second, so that a key meant for something else answers nothing', async () => {
    const { page, close } = await openConversation()
    await page.clock.pauseAt(worldNow + 60_000)
    await ask(page, paymentQuestion({ risk: 'low' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    expect(await decisions(page)).toEqual([])
    await page.clock.runFor(500)
    await listenAgain(page)
    await page.keyboard.press('Enter')
    expect(await decisions(page)).toEqual([{ approvalId: 'approval-1', inputHash: 'a'.repeat(64), approved: true }])
    await close()
  })

  it.each([
    ['high', 'deny'],
    ['medium', 'allow'],
    ['low', 'allow'],
  ] as const)('focuses the safe answer: at %s risk it is %s', async (risk, answer) => {
    const { page, close } = await openConversation()
    await ask(page, paymentQuestion({ risk }))
    expect(await focusedAnswer(page)).toBe(answer)
    // the Enter hint is on the answer that Enter gives
    expect(await page.locator('[data-answer]:has([data-enter])').evaluateAll((all) => all.map((one) => one.dataset.answer))).toEqual([
      answer,
    ])
    // the hints are shown only while the keys act
    const hints = page.locator('[data-answer] kbd, [data-enter]')
    expect(await hints.first().isVisible()).toBe(true)
    await page.locator('[data-composer]').focus()
    await expect.poll(() => hints.evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })))).toEqual([])
    await close()
  })

  it('never takes the focus from a text field, but is announced at once', async () => {
    const { page, close } = await openConversation()
    await page.locator('[data-composer]').fill('half a sen')
    await ask(page)
    await expect.poll(() => composerHasFocus(page)).toBe(true)
    await expect.poll(() => page.locator('[data-announcer="assertive"]').textContent()).toContain('Pay Hoshino Print ¥48,600')
    await page.keyboard.type('dD')
    await listenAgain(page)
    await page.keyboard.type('dD')
    expect(await page.locator('[data-composer]').inputValue()).toBe('half a sendDdD')
    expect(await decisions(page)).toEqual([])
    await close()
  })

  it('is denied by D while it has the focus, becomes one line, and returns the focus', async () => {
    const { page, close } = await openConversation()
    await page.locator('[data-composer]').focus()
    await ask(page)
    await page.keyboard.press('Control+Shift+A')
    await expect.poll(() => focusedAnswer(page)).toBe('deny')
    await listenAgain(page)
    await page.keyboard.press('d')
    await page.locator('[data-approval]').waitFor({ state: 'detached' })
    expect(await decisions(page)).toMatchObject([{ approved: false }])
    expect(await page.getByRole('button', { name: /process_payment\s*denied/ }).count()).toBe(1)
    await expect.poll(() => composerHasFocus(page)).toBe(true)
    await close()
  })

  it('is left by Esc without an answer', async () => {
    const { page, close } = await openConversation()
    await ask(page)
    // and it keeps the distance of the thread from the answer above it
    const bottom = await page
      .getByText('Before I send it, please check the details.')
      .evaluate((line) => line.getBoundingClientRect().bottom)
    const top = await page.locator('[data-approval]').evaluate((card) => card.getBoundingClientRect().top)
    expect(top - bottom).toBeGreaterThanOrEqual(14)
    expect(top - bottom).toBeLessThanOrEqual(16)
    // in text of twice the size there is one argument a line, so that no value is broken letter by letter
    const columns = () =>
      page.locator('[data-arguments] dl').evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(await columns()).toBe(6)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(columns).toBe(2)
    await listenAgain(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => composerHasFocus(page)).toBe(true)
    expect(await page.locator('[data-approval]').count()).toBe(1)
    expect(await decisions(page)).toEqual([])
    expect(await callsOf(page, 'turn.interrupt')).toEqual([])
    await close()
  })

  it('shows every argument completely: nothing is read as markup and hidden characters are made visible', async () => {
    const { page, close } = await openConversation()
    const input = {
      recipient: 'Hoshino\u202ecod.exe',
      note: '**bold** <img src=x onerror=alert(1)> [link](https://example.com)',
      amount: 1_234_567.5,
      nested: { to: ['a', { b: null }] },
      long: 'word '.repeat(400).trim(),
      empty: '',
    }
    await ask(page, paymentQuestion({ input }))
    const card = page.locator('[data-approval]')
    const value = (key: string) => card.locator(`dt:text-is("${key}") + dd`)
    expect(await value('recipient').textContent()).toBe('Hoshino⟨U+202E⟩cod.exe')
    expect(await value('note').textContent()).toBe(input.note)
    expect(await card.locator('img, a').count()).toBe(0)
    expect(await value('amount').textContent()).toBe('1,234,567.5')
    expect(JSON.parse((await value('nested').locator('span').first().textContent()) ?? '')).toEqual(input.nested)
    expect(await value('empty').textContent()).toBe('empty')
    const more = value('long').getByRole('button', { name: 'Show all' })
    // until then no yes counts, and the card says so
    const note = card.getByText('Show all of the call to allow it.')
    await note.waitFor()
    await more.click()
    await value('nested').getByRole('button', { name: 'Show all' }).click()
    await note.waitFor({ state: 'hidden' })
    expect(await value('long').locator('span').first().textContent()).toBe(input.long)
    expect(
      await value('long').evaluate((element) => element.firstElementChild?.scrollHeight === element.firstElementChild?.clientHeight),
    ).toBe(true)
    await close()
  })

  it('says how much time is left at 60, 30 and 10 seconds', async () => {
    const { page, close } = await openConversation()
    await page.clock.pauseAt(worldNow + 10_000)
    await ask(page, paymentQuestion({ expiresAt: worldNow + 80_000 }))
    const announced = page.locator('[data-announcer="assertive"]')
    for (const seconds of [60, 30, 10]) {
      const now = await page.evaluate(() => Date.now())
      await page.clock.runFor(worldNow + 80_000 - seconds * 1000 - now + 1000)
      await expect.poll(() => announced.textContent()).toContain(`${seconds} seconds left`)
    }
    await close()
  })

  it('says when an answer did not count and stays open', async () => {
    const { page, close } = await openConversation()
    await page.evaluate(() => window.scriptedMain.refuse('approval.decide', 'The arguments have changed.'))
    await ask(page)
    await listenAgain(page)
    await page.locator('[data-answer="allow"]').click()
    await page.getByText('Your answer wasn’t accepted. The arguments have changed.').waitFor()
    expect(await page.locator('[data-approval]').count()).toBe(1)
    await close()
  })

  it('says in Japanese why an answer did not count', async () => {
    const { page, close } = await stage.open(makeWorld({ language: 'ja', messages: paymentMessages('ja') }), size)
    await page.evaluate(() => window.scriptedMain.refuse('approval.decide', 'The time is up.', 'approval-expired'))
    await ask(page)
    await listenAgain(page)
    await page.locator('[data-answer="allow"]').click()
    await page.getByText('時間切れのため拒否しました。').waitFor()
    expect(await page.getByText('The time is up.').count()).toBe(0)
    await close()
  })

  it('offers no Allow if the arguments are not in view', async () => {
    const { page, close } = await openConversation()
    await ask(page)
    await page.locator('header button[aria-pressed]').click()
    const panel = page.locator('[data-region="panel"]')
    await panel.getByRole('button', { name: 'Review' }).waitFor()
    expect(await panel.getByRole('button', { name: /allow/i }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Review' }).click()
    await expect.poll(() => focusedAnswer(page)).toBe('deny')
    await close()
  })
})
