import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { decisionSchema } from '../../../src/shared/approvals/approval'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, emit, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

const size = { width: 1000, height: 1000 }
const stage = uiStage()

const focusedAnswer = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-answer') ?? null)
const allowed = async (page: Page) =>
  (await callsOf(page, 'approval.decide')).map((request) => {
    const { approvalId, approved } = decisionSchema.parse(request)
    return approved ? approvalId : `not ${approvalId}`
  })
const listening = (page: Page, count: number) =>
  expect.poll(() => page.locator('[data-approval]:not([data-unarmed])').count(), { timeout: 10_000 }).toBe(count)

/** The repeats of a key that is held longer than the system's delay. */
async function repeat(page: Page, key: string): Promise<void> {
  for (let times = 0; times < 3; times += 1) await page.keyboard.down(key)
}

/** Two calls of one turn, each with an approval of low risk. */
async function openBoth(): Promise<UiPage> {
  const [first, answer, said, calls] = paymentMessages('en')
  const part = { type: 'dynamic-tool', toolName: 'process_payment', toolCallId: 'call-2', state: 'approval-requested', input: {} }
  const both = calls === undefined ? calls : { ...calls, parts: [...calls.parts, { ...part, approval: { id: 'approval-2' } }] }
  const approvals = [
    paymentQuestion({ risk: 'low' }),
    paymentQuestion({ risk: 'low', approvalId: 'approval-2', toolCallId: 'call-2', input: { note: 'second' } }),
  ]
  const bootstrap = { approvals, statuses: [replayStatus({ activity: 'waiting' })] }
  const opened = await stage.open(makeWorld({ messages: [first, answer, said, both], bootstrap }), size)
  await listening(opened.page, 2)
  await opened.page.locator('[data-approval="approval-1"] [data-answer="allow"]').focus()
  return opened
}

describe('a key that is held down', () => {
  it.each(['Enter', 'Space'])('before an approval appears is no answer to it: %s', async (key) => {
    const bootstrap = { statuses: [replayStatus({ activity: 'waiting' })] }
    const { page, close } = await stage.open(makeWorld({ messages: paymentMessages('en'), bootstrap }), size)
    await page.keyboard.down(key)
    await emit(page, 'approval.changed', paymentQuestion({ risk: 'low' }))
    await listening(page, 1)
    await expect.poll(() => focusedAnswer(page)).toBe('allow')
    await repeat(page, key)
    await page.keyboard.up(key)
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await page.keyboard.press(key)
    await expect.poll(() => allowed(page)).toEqual(['approval-1'])
    await close()
  })

  it('answers one approval and not the next one too', async () => {
    const { page, close } = await openBoth()
    await page.keyboard.down('Enter')
    await page.locator('[data-approval="approval-1"]').waitFor({ state: 'detached' })
    await listening(page, 1)
    await expect.poll(() => focusedAnswer(page)).toBe('allow')
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    expect(await allowed(page)).toEqual(['approval-1'])
    await close()
  })

  it('opens the longer answers of a card and chooses none of them', async () => {
    const { page, close } = await openBoth()
    await page.locator('[data-approval="approval-1"]').getByRole('button', { name: 'More answers' }).focus()
    await page.keyboard.down('Enter')
    await page.getByRole('menuitem', { name: /Allow in this conversation/ }).waitFor()
    await page.getByRole('menuitem', { name: /Allow in this conversation/ }).focus()
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await close()
  })
})

/** A press of a key, without its release. */
interface Press {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
}

/**
 * Presses these keys one right after the other, in one task of the page: no frame is drawn and no timer runs between them, so the focus
 * moves only as far as it does at once. Resolves to the element that had the focus at each key.
 */
function pressAtOnce(page: Page, ...keys: readonly Press[]): Promise<readonly (string | null)[]> {
  return page.evaluate(async (wanted) => {
    const at: (string | null)[] = []
    for (const key of wanted) {
      const target = document.activeElement ?? document.body
      at.push(target.getAttribute('data-answer') ?? target.getAttribute('role'))
      const pressed = target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }))
      // as the browser does for Enter on a button
      if (pressed && key.key === 'Enter' && target instanceof HTMLButtonElement) target.click()
      for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    }
    return at
  }, keys)
}

describe('a key that comes before the focus', () => {
  it('is meant for what just opened, and reaches neither the card nor the conversation behind it', async () => {
    const { page, close } = await openBoth()
    const key = (name: string, change: Partial<Press> = {}): Press => {
      const code = /^[a-z]$/.test(name) ? `Key${name.toUpperCase()}` : name
      return { key: name, code, ctrlKey: false, shiftKey: false, ...change }
    }
    // the parts that are loaded on demand are there already, as they are a while after the start
    await page.keyboard.press('Control+Slash')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+KeyK')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const allow = page.locator('[data-approval="approval-1"] [data-answer="allow"]')

    await allow.focus()
    await pressAtOnce(page, key('/', { ctrlKey: true, code: 'Slash' }), key('Enter'), key('d'))
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await allow.focus()
    expect(await pressAtOnce(page, key('k', { ctrlKey: true }), key('d'))).toEqual(['allow', 'combobox'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedAnswer(page)).toBe('allow')

    await allow.focus()
    await pressAtOnce(page, key('m'), key('d'), key('Enter'))
    await page.getByRole('menu').waitFor()
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    const opens = (await callsOf(page, 'conversation.open')).length
    await page.locator('[data-row]').nth(1).focus()
    await pressAtOnce(page, key('F10', { shiftKey: true }), key('Enter'), key('ArrowDown'), key('Delete'))
    await page.getByRole('menu').waitFor()
    expect((await callsOf(page, 'conversation.open')).length).toBe(opens)
    expect(await callsOf(page, 'conversation.remove')).toEqual([])
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await close()
  })
})

describe('a double press', () => {
  it('answers one approval: the next one that gets the focus accepts input only once it could be read', async () => {
    const { page, close } = await openBoth()
    await page.clock.pauseAt(worldNow + 60_000)
    await page.keyboard.press('Enter')
    await page.locator('[data-approval="approval-1"]').waitFor({ state: 'detached' })
    await page.clock.runFor(100)
    await expect.poll(() => focusedAnswer(page)).toBe('allow')
    await page.keyboard.press('Enter')
    expect(await allowed(page)).toEqual(['approval-1'])
    await page.clock.runFor(500)
    await listening(page, 1)
    await page.keyboard.press('Enter')
    await expect.poll(() => allowed(page)).toEqual(['approval-1', 'approval-2'])
    await close()
  })
})
