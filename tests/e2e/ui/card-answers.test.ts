import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, emit, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus } from '../../support/ui-worlds'

const size = { width: 1000, height: 800 }
const hash = 'a'.repeat(64)
const stage = uiStage()

/** Opens the payment conversation with an open approval that accepts input. */
async function openQuestion(change: Parameters<typeof paymentQuestion>[0] = {}): Promise<UiPage> {
  const opened = await stage.open(
    makeWorld({
      messages: paymentMessages('en'),
      bootstrap: { approvals: [paymentQuestion(change)], statuses: [replayStatus({ activity: 'waiting' })] },
    }),
    size,
  )
  await opened.page.locator('[data-approval]:not([data-unarmed])').waitFor()
  return opened
}

const card = (page: Page) => page.locator('[data-approval]')
const focusedAnswer = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-answer') ?? null)
const decisions = (page: Page) => callsOf(page, 'approval.decide')
/** Whether all of it is in view and uncovered. */
const isInView = (line: Locator) =>
  line.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const ends = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y))
    return ends.every((at) => at !== null && element.contains(at))
  })

describe('editing a call', () => {
  it('is opened by E, has an input for each argument by its type, and allows the edited call with the changes', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    const amount = card(page).getByRole('textbox', { name: 'amount' })
    await amount.fill('１２，５００')
    await card(page).getByText('1 change. Gemini will see that you edited it.').waitFor()
    await card(page).getByRole('button', { name: 'Allow edited call' }).click()
    await card(page).waitFor({ state: 'detached' })
    expect(await decisions(page)).toEqual([
      { approvalId: 'approval-1', inputHash: hash, approved: true, editedInput: { ...paymentQuestion().input, amount: 12_500 } },
    ])
    await close()
  })

  it('allows nothing while nothing changed or a number is invalid, and says so under the field', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    const allow = card(page).getByRole('button', { name: 'Allow edited call' })
    const amount = card(page).getByRole('textbox', { name: 'amount' })
    await allow.click({ force: true })
    await amount.fill('48,6OO')
    expect(await amount.getAttribute('aria-invalid')).toBe('true')
    await card(page).getByText('Not a number').waitFor()
    await allow.click({ force: true })
    await card(page).getByRole('button', { name: 'Undo' }).click()
    expect(await amount.inputValue()).toBe('48,600')
    await allow.click({ force: true })
    expect(await decisions(page)).toEqual([])
    await close()
  })

  it('names the rule that denies the edited arguments before anything is sent', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    await card(page).getByRole('textbox', { name: 'amount' }).fill('486,000')
    await card(page).getByText('Rule 1, no large payments, denies this call').waitFor()
    await card(page).getByRole('button', { name: 'Allow edited call' }).click({ force: true })
    expect(await decisions(page)).toEqual([])
    await close()
  })

  it('asks in its title about the edited arguments, and about those sent once more after Undo', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    await card(page).getByRole('textbox', { name: 'amount' }).fill('40,000')
    await card(page).getByRole('heading', { name: 'Pay Hoshino Print ¥40,000 from the studio account?' }).waitFor()
    await card(page).getByRole('button', { name: 'Undo' }).click()
    await card(page).getByRole('heading', { name: '¥48,600' }).waitFor()
    await close()
  })

  it('says under its field why a value can’t be used, before anything is sent', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    const amount = card(page).getByRole('textbox', { name: 'amount' })
    await amount.fill('99.5')
    await card(page).getByText('Too many decimals for JPY').waitFor()
    expect(await amount.getAttribute('aria-invalid')).toBe('true')
    await card(page).getByRole('button', { name: 'Allow edited call' }).click({ force: true })
    expect(await decisions(page)).toEqual([])
    await close()
  })

  it('types letters into fields instead of answering, keeps the clock running, and is left by Esc', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    const recipient = card(page).getByRole('textbox', { name: 'recipient' })
    await recipient.fill('')
    await page.keyboard.type('dem')
    await page.keyboard.press('Enter')
    expect(await recipient.inputValue()).toBe('dem')
    const before = await card(page).getByRole('timer').textContent()
    await page.clock.runFor(3000)
    expect(await card(page).getByRole('timer').textContent()).not.toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedAnswer(page)).toBe('deny')
    expect(await decisions(page)).toEqual([])
    await close()
  })

  it('makes hidden characters in typed text visible', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('e')
    await card(page).getByRole('textbox', { name: 'recipient' }).fill('Hoshino\u202eknirP')
    await card(page).getByText('Hoshino⟨U+202E⟩knirP').waitFor()
    await close()
  })

  it('shows main’s refusal and keeps the typed text', async () => {
    const { page, close } = await openQuestion()
    await page.evaluate(() => window.scriptedMain.refuse('approval.decide', 'amount must be positive.'))
    await page.keyboard.press('e')
    await card(page).getByRole('textbox', { name: 'amount' }).fill('-1')
    await card(page).getByRole('button', { name: 'Allow edited call' }).click()
    await card(page).getByText('amount must be positive.').waitFor()
    expect(await card(page).getByRole('textbox', { name: 'amount' }).inputValue()).toBe('-1')
    await close()
  })

  it('shows main’s refusal in view, even in a small window', async () => {
    const { page, close } = await openQuestion()
    await page.setViewportSize({ width: 640, height: 480 })
    await page.evaluate(() => window.scriptedMain.refuse('approval.decide', 'amount must be positive.'))
    await page.keyboard.press('e')
    await card(page).getByRole('textbox', { name: 'amount' }).fill('-1')
    await card(page).getByRole('button', { name: 'Allow edited call' }).click()
    const refusal = card(page).getByText('amount must be positive.')
    await refusal.waitFor()
    await expect.poll(() => isInView(refusal)).toBe(true)
    await close()
  })
})

describe('the further answers', () => {
  it('cover neither the question nor its arguments, even in a small window', async () => {
    const { page, close } = await openQuestion()
    for (const height of [800, 700, 560]) {
      await page.setViewportSize({ width: 1000, height })
      await card(page).getByRole('button', { name: 'Allow once' }).scrollIntoViewIfNeeded()
      await page.keyboard.press('m')
      const values = await card(page).locator('[data-arguments]').boundingBox()
      const below = (values?.y ?? Number.NaN) + (values?.height ?? 0)
      await expect.poll(async () => (await page.getByRole('menu').boundingBox())?.y).toBeGreaterThan(below)
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await close()
  })

  it('are opened by M, chosen with the arrows, and return the focus on Esc', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('m')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('d')
    expect(await decisions(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await card(page).count()).toBe(1)
    await expect.poll(() => focusedAnswer(page)).toBe('deny')
    await close()
  })

  it('allow a high risk in this conversation only within the limits in the menu', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('m')
    const item = page.getByRole('menuitem', { name: /Allow in this conversation/ })
    expect(await item.textContent()).toContain('recipient is Hoshino Print K.K., amount up to 48,600, currency is JPY')
    await item.click()
    await card(page).waitFor({ state: 'detached' })
    expect(await decisions(page)).toEqual([
      {
        approvalId: 'approval-1',
        inputHash: hash,
        approved: true,
        remember: {
          scope: 'conversation',
          matchers: [
            { argument: 'recipient', operator: 'equals', value: 'Hoshino Print K.K.' },
            { argument: 'amount', operator: 'at-most', value: 48_600 },
            { argument: 'currency', operator: 'equals', value: 'JPY' },
          ],
        },
      },
    ])
    await close()
  })

  it('allow a high risk always only with a limit on an argument', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /Always allow, within limits/ }).click()
    const form = card(page).getByRole('form', { name: 'Always allow process_payment where' })
    for (const argument of ['recipient', 'amount', 'currency']) await form.getByRole('checkbox', { name: argument }).uncheck()
    await form.getByRole('button', { name: 'Always allow' }).click({ force: true })
    await form.getByText('choose a limit on at least one argument').waitFor()
    expect(await decisions(page)).toEqual([])
    await form.getByRole('checkbox', { name: 'amount' }).check()
    await form.getByRole('textbox', { name: 'amount: value' }).fill('50,000')
    await form.getByRole('button', { name: 'Always allow' }).click()
    await card(page).waitFor({ state: 'detached' })
    expect(await decisions(page)).toMatchObject([
      { approved: true, remember: { scope: 'always', matchers: [{ argument: 'amount', operator: 'at-most', value: 50_000 }] } },
    ])
    await close()
  })

  it('allow a medium risk always, as often in 24 hours as the form says: 20 times, unless the user changes or removes that', async () => {
    const { page, close } = await openQuestion({ risk: 'medium', input: { purpose: 'the invoice', exact: false } })
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /Always allow/ }).click()
    const form = card(page).getByRole('form', { name: 'Always allow process_payment where' })
    const times = form.getByRole('textbox', { name: 'Times in 24 hours' })
    expect(await times.inputValue()).toBe('20')
    await times.fill('0')
    await form.getByText('Enter a whole number from 1 to 1,000').waitFor()
    await form.getByRole('button', { name: 'Always allow' }).click({ force: true })
    expect(await decisions(page)).toEqual([])
    await times.fill('3')
    await form.getByRole('button', { name: 'Always allow' }).click()
    await card(page).waitFor({ state: 'detached' })
    const matchers = [{ argument: 'exact', operator: 'equals', value: false }]
    expect(await decisions(page)).toMatchObject([{ approved: true, remember: { scope: 'always', matchers, mostPerDay: 3 } }])
    await close()
  })

  it('deny with the typed text, and without text nothing is sent', async () => {
    const { page, close } = await openQuestion()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /Deny with a reason/ }).click()
    const reason = card(page).getByRole('textbox', { name: 'Why not?' })
    await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true)
    await card(page).getByRole('button', { name: 'Deny with this reason' }).click({ force: true })
    expect(await decisions(page)).toEqual([])
    await reason.fill('not before the delivery')
    await card(page).getByRole('button', { name: 'Deny with this reason' }).click()
    await page.getByText('denied, “not before the delivery”').waitFor()
    expect(await decisions(page)).toEqual([
      { approvalId: 'approval-1', inputHash: hash, approved: false, reason: 'not before the delivery' },
    ])
    await close()
  })

  it('deny a tool always by one explicit action', async () => {
    const { page, close } = await openQuestion({ risk: 'low' })
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /Always deny process_payment/ }).click()
    await card(page).waitFor({ state: 'detached' })
    expect(await decisions(page)).toMatchObject([{ approved: false, remember: { scope: 'always', matchers: [] } }])
    await close()
  })
})

describe('a call with two approvals', () => {
  it('says which of them this is and requests the second one after the first was answered', async () => {
    const { page, close } = await openQuestion({ step: { index: 1, of: 2 } })
    await card(page).getByText('Question 1 of 2').waitFor()
    const second = { approvalId: 'approval-2', step: { index: 2, of: 2 }, question: { en: 'Really?', ja: '本当に？' } }
    await emit(page, 'approval.changed', paymentQuestion(second))
    await emit(page, 'approval.changed', paymentQuestion({ step: { index: 1, of: 2 }, state: 'approved', decidedAt: 1 }))
    await page.locator('[data-approval="approval-2"]').getByText('Question 2 of 2').waitFor()
    expect(await card(page).count()).toBe(1)
    await close()
  })
})

describe('several approvals of one turn', () => {
  const second = { approvalId: 'approval-2', toolCallId: 'call-2' }
  const messages = () => {
    const [first, answer, said, calls] = paymentMessages('en')
    const part = {
      type: 'dynamic-tool',
      toolName: 'process_payment',
      toolCallId: 'call-2',
      state: 'approval-requested',
      input: {},
      approval: { id: 'approval-2' },
    }
    return [first, answer, said, calls === undefined ? calls : { ...calls, parts: [...calls.parts, part] }]
  }
  const openBoth = async (note: string): Promise<UiPage> => {
    const approvals = [paymentQuestion(), paymentQuestion({ ...second, input: { note } })]
    const bootstrap = { approvals, statuses: [replayStatus({ activity: 'waiting' })] }
    const opened = await stage.open(makeWorld({ messages: messages(), bootstrap }), { width: 1000, height: 1000 })
    await expect.poll(() => opened.page.locator('[data-approval]:not([data-unarmed])').count()).toBe(2)
    return opened
  }

  it('are allowed together only once every argument list is open', async () => {
    const { page, close } = await openBoth('word '.repeat(400))
    const allow = page.getByRole('button', { name: 'Allow these 2 once' })
    await page.getByText('To allow them together, open every argument list.').waitFor()
    expect(await allow.count()).toBe(0)
    await page.getByRole('button', { name: 'Show all' }).click()
    await allow.click()
    await card(page).first().waitFor({ state: 'detached' })
    expect(await callsOf(page, 'approval.decideAll')).toEqual([
      {
        decisions: ['approval-1', 'approval-2'].map((approvalId) => ({ approvalId, inputHash: hash, approved: true })),
      },
    ])
    await close()
  })

  it('are not allowed together while one is being edited', async () => {
    const { page, close } = await openBoth('short')
    await page.getByRole('button', { name: 'Allow these 2 once' }).waitFor()
    await card(page).first().getByRole('button', { name: 'Edit arguments' }).click()
    await page.getByRole('button', { name: 'Allow these 2 once' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deny these 2' }).click()
    await expect.poll(() => card(page).count()).toBe(0)
    await close()
  })
})
