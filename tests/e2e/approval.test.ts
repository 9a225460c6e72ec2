import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ways } from '../support/tool-scene'
import { startToolStage, type ToolStage } from '../support/tool-stage'

let stage: ToolStage

beforeAll(async () => {
  stage = await startToolStage({ settings: { approvalSeconds: 120 } })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stage.report(task.name)
})
afterAll(() => stage?.close())

const ALLOWED = ['process_payment requested', 'process_payment asked by rule', 'process_payment allowed by user', 'process_payment done']

/**
 * Types a value and presses "Allow edited call" before the page can have checked it: it then says itself what is wrong, and the button is
 * disabled.
 */
function allowAtOnce(field: Locator, value: string): Promise<void> {
  return field.evaluate(async (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // the page takes over the value in a microtask
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    input.closest('[data-approval]')?.querySelector<HTMLElement>('[data-answer="allow-edited"]')?.click()
  }, value)
}

describe.each(ways)('a payment that is requested, %s,', (way) => {
  it('is made after Allow once, with every argument on the card', async () => {
    const scene = await stage.open('after-delivery')
    await scene.ask(way)
    const card = scene.page.getByRole('article', { name: /Pay Hoshino Print K\.K\. ¥48,600/ })
    await card.waitFor()
    for (const shown of ['48,600', 'JPY', 'studio ··4417', 'INV-2231', '2026-11-27', 'process_payment', 'payments always ask']) {
      await expect.poll(() => card.textContent()).toContain(shown)
    }
    await scene.cards(1)
    expect(await scene.paid()).toEqual([])
    await card.getByRole('button', { name: 'Allow once' }).click()
    await scene.hear('The printer is paid.')
    expect(Object.values(scene.statuses())).toEqual([['waiting', 'done']])
    expect(await scene.paid()).toEqual([48_600])
    expect(await scene.story()).toEqual(ALLOWED)
  })

  it('is not made after a denial with a reason: the model gets the reason with a text that prevents a retry, and continues', async () => {
    const scene = await stage.open('after-delivery')
    await scene.ask(way)
    const card = await scene.cards(1)
    await card.getByRole('button', { name: 'More answers' }).click()
    await scene.page.getByRole('menuitem', { name: /Deny with a reason/ }).click()
    await card.getByRole('textbox', { name: 'Why not?' }).fill('not before the delivery')
    await card.getByRole('button', { name: 'Deny with this reason' }).click()
    await scene.hear('Then I wait for the delivery.')
    await scene.page.getByText('denied, “not before the delivery”').waitFor()

    const [waiting, denied, ...more] = scene.told()
    expect(waiting?.response).toMatchObject({ status: 'waiting' })
    expect(denied?.response).toMatchObject({
      status: 'denied',
      reason: 'not before the delivery',
      message: expect.stringMatching(/did not fail\. This is final: do not call it again/),
      next: expect.stringContaining('Take the reason into account'),
    })
    // models retry after an error
    expect(denied?.response).not.toHaveProperty('error')
    expect(more).toEqual([])

    await scene.ask(way)
    await scene.hear('Tell me when it is here.')
    const { parts, answers } = await scene.thread()
    expect(parts).toMatchObject([{ state: 'output-denied', approval: { approved: false, reason: 'not before the delivery' } }])
    expect(answers).toBe(2)
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual([...ALLOWED.slice(0, 2), 'process_payment denied by user'])
  })

  it('is made as the user edited it, shown as edited, and the model gets the arguments that ran; invalid ones are refused', async () => {
    const scene = await stage.open('smaller-payment')
    await scene.ask(way)
    const card = await scene.cards(1)
    await card.getByRole('button', { name: 'Edit arguments' }).click()
    await allowAtOnce(card.getByRole('textbox', { name: 'amount' }), '-5')
    await card.getByText(/Your answer wasn’t accepted/).waitFor()
    expect(await scene.paid()).toEqual([])
    await card.getByRole('textbox', { name: 'amount' }).fill('40,000')
    await card.getByRole('button', { name: 'Allow edited call' }).click()
    await scene.hear('I paid ¥40,000 of it, as you changed it.')
    await scene.page.getByRole('button', { name: /process_payment.*paid ¥40,000.*edited by you.*Allowed by you/s }).waitFor()

    const { response } = scene.told().at(-1) ?? {}
    expect(response).toMatchObject({ status: 'done', result: { amount: 40_000 }, editedInput: { amount: 40_000 } })
    expect(response?.note).toContain('The user changed the arguments')
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-available', input: { amount: 48_600 } }])
    expect(await scene.paid()).toEqual([40_000])
    expect(await scene.story()).toEqual([...ALLOWED.slice(0, 2), 'process_payment refused by user', ...ALLOWED.slice(2)])
  })

  it('is not made when nobody answers in time, and no answer counts any more', async () => {
    const scene = await stage.open('after-delivery')
    onTestFinished(async () => void (await scene.call('settings.update', { approvalSeconds: 120 })))
    await scene.call('settings.update', { approvalSeconds: 5 })
    await scene.ask(way)
    await scene.cards(1)
    const [question] = (await scene.call('app.bootstrap', null)).approvals
    await scene.hear('Nobody answered, so nothing is paid.')
    await scene.page.getByText(/expired after 5 s, so denied/).waitFor()
    const { approvalId = '', inputHash = '' } = question ?? {}
    expect(await scene.refusal('approval.decide', { approvalId, inputHash, approved: true })).toBe('approval-expired')
    expect(Object.values(scene.statuses())).toEqual([['waiting', 'expired']])
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-denied', approval: { approved: false, reason: 'expired' } }])
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual([...ALLOWED.slice(0, 2), 'process_payment expired by time', 'process_payment refused by user'])
  })

  it('is withdrawn when the user interrupts while the approval is open: nothing runs, and a late yes does not count', async () => {
    const scene = await stage.open('second-thoughts')
    await scene.ask(way)
    const card = await scene.cards(1)
    const [question] = (await scene.call('app.bootstrap', null)).approvals
    await scene.ask(way)
    await scene.hear('All right, forgotten.')
    await card.waitFor({ state: 'detached' })
    await scene.page.getByText('withdrawn by Gemini').waitFor()
    const { approvalId = '', inputHash = '' } = question ?? {}
    expect(await scene.refusal('approval.decide', { approvalId, inputHash, approved: true })).toBe('approval-withdrawn')
    // a withdrawn call gets no response any more
    expect(Object.values(scene.statuses())).toEqual([['waiting']])
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-error' }])
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual([
      ...ALLOWED.slice(0, 2),
      'process_payment withdrawn by withdrawal',
      'process_payment refused by user',
    ])
  })

  it('is not made by saying yes to the model: the approval stays open until its card is answered', async () => {
    const scene = await stage.open('yes-alone')
    await scene.ask(way)
    await scene.cards(1)
    await scene.ask(way, 'Yes, do it.')
    await scene.hear('Your screen asks, answer there.')
    const card = await scene.cards(1)
    expect(Object.values(scene.statuses())).toEqual([['waiting']])
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual(ALLOWED.slice(0, 2))
    await card.getByRole('button', { name: 'Allow once' }).click()
    await scene.hear('Now it is paid.')
    expect(Object.values(scene.statuses())).toEqual([['waiting', 'done']])
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-available' }])
    expect(await scene.paid()).toEqual([48_600])
  })

  it('still waits for its answer after the app was closed and opened again, and is made once', async () => {
    const scene = await stage.open('after-delivery')
    await scene.ask(way)
    await scene.cards(1)
    const [question] = (await scene.call('app.bootstrap', null)).approvals
    await stage.restart()
    await scene.page.keyboard.press('Control+Shift+A')
    const card = await scene.cards(1)
    await card.getByRole('button', { name: 'Allow once' }).click()
    await scene.page.getByText('paid ¥48,600').first().waitFor()
    const { approvalId = '', inputHash = '' } = question ?? {}
    expect(await scene.refusal('approval.decide', { approvalId, inputHash, approved: true })).toBe('approval-decided')
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-available', approval: { id: approvalId, approved: true } }])
    expect(await scene.paid()).toEqual([48_600])
    expect(await scene.story()).toEqual([...ALLOWED, 'process_payment refused by user'])
  })
})

const FIRST = 'function-call-2100481'
const SECOND = 'function-call-2100482'

describe.each(ways)('two payments that are requested in one turn, %s,', (way) => {
  it.each([
    { first: 'Allow once', second: 'Allow once', words: 'Both are paid.', paid: [48_600, 12_400], ends: ['done', 'done'] },
    { first: 'Allow once', second: 'Deny', words: 'Only Hoshino Print is paid.', paid: [48_600], ends: ['done', 'denied'] },
    { first: 'Deny', second: 'Allow once', words: 'Only Aoba Freight is paid.', paid: [12_400], ends: ['denied', 'done'] },
    { first: 'Deny', second: 'Deny', words: 'Neither is paid.', paid: [], ends: ['denied', 'denied'] },
  ])(
    'get $first and then $second: the model continues once, with both answers, and the wallet shows what was allowed',
    async ({ first, second, words, paid, ends }) => {
      const scene = await stage.open('two-payments')
      await scene.ask(way)
      const cards = await scene.cards(2)
      // the second one first: answers apply to their own call, whatever their order
      for (const [payee, answer] of [
        ['Aoba Freight', second],
        ['Hoshino Print', first],
      ] as const) {
        const card = cards.filter({ hasText: payee })
        // a card that comes to the front during the click ignores it: the user clicks again
        const isAnswered = async (): Promise<boolean> => {
          await card.getByRole('button', { name: answer }).click()
          const gone = scene.page.locator('[data-approval]').filter({ hasText: payee })
          return gone.waitFor({ state: 'detached', timeout: 5_000 }).then(
            () => true,
            () => false,
          )
        }
        await expect.poll(isAnswered, { timeout: 60_000 }).toBe(true)
      }
      await scene.hear(words)
      expect(scene.statuses()).toEqual({ [FIRST]: ['waiting', ends[0]], [SECOND]: ['waiting', ends[1]] })
      const { parts, answers } = await scene.thread()
      expect(parts.map(({ state }) => state)).toEqual(ends.map((end) => (end === 'done' ? 'output-available' : 'output-denied')))
      expect(answers).toBe(1)
      expect([...(await scene.paid())].sort((left, right) => right - left)).toEqual(paid)
    },
  )
})
