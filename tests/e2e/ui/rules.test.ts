import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { worldRules, worldTools, worldTrail } from '../../support/scripted-tools'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus } from '../../support/ui-worlds'

const size = { width: 1000, height: 800 }
const kept = { tools: worldTools, rules: worldRules, trail: worldTrail }
const stage = uiStage()

/** Opens the settings on this section. */
async function openSection(section: 'rules' | 'audit'): Promise<UiPage> {
  const opened = await stage.open(makeWorld({ kept }), size)
  await opened.page.keyboard.press('Control+Comma')
  await showSection(opened.page, section)
  return opened
}

const numberedNames = (page: Page) =>
  page.locator('[data-rule]').evaluateAll((rows) => rows.map((row) => (row.textContent ?? '').replace(/\s+/g, ' ').slice(0, 14)))

describe('the rules', () => {
  it('are opened from the card, which links to the deciding rule', async () => {
    const world = makeWorld({
      messages: paymentMessages('en'),
      kept,
      bootstrap: { approvals: [paymentQuestion()], statuses: [replayStatus({ activity: 'waiting' })] },
    })
    const { page, close } = await stage.open(world, size)
    await page.getByRole('button', { name: 'payments always ask' }).click()
    await page.locator('[data-rule="rule-3"][aria-current="true"]').waitFor()
    await close()
  })

  it.each(['New rule', 'Try a call'])('return the focus to the opener of a form that Esc closes: %s', async (name) => {
    const { page, close } = await openSection('rules')
    const opener = page.getByRole('button', { name, exact: true })
    await opener.click()
    const tool = page.getByRole('form').getByRole('combobox', { name: 'Tool' })
    await tool.focus()
    await page.keyboard.press('Escape')
    await tool.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await close()
  })

  it('return to their place after a removal is undone', async () => {
    const { page, close } = await openSection('rules')
    await page.locator('[data-rule="rule-2"]').waitFor()
    const before = await numberedNames(page)
    await page.getByRole('button', { name: 'Rule 2: more' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText('Removed rule 2, allow get_location.').waitFor()
    expect(await page.locator('[data-rule]').count()).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => numberedNames(page)).toEqual(before)
    expect(await callsOf(page, 'rules.save')).toMatchObject([{ place: 2, rule: { ruleId: null, tool: 'get_location', effect: 'allow' } }])
    await close()
  })

  it('move by one place at a time; built-in ones have no menu', async () => {
    const { page, close } = await openSection('rules')
    await page.getByRole('button', { name: 'Rule 2: more' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(() => callsOf(page, 'rules.move')).toEqual([{ ruleId: 'rule-2', place: 1 }])
    expect(await page.locator('[data-rule="rule-3"]').getByRole('button').count()).toBe(0)
    await close()
  })

  it('that allow a high risk everywhere are not saved without a limit', async () => {
    const { page, close } = await openSection('rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const form = page.getByRole('form', { name: 'New rule' })
    await form.getByRole('radio', { name: 'Allow' }).check({ force: true })
    await form.getByText('choose a limit on at least one argument').waitFor()
    await form.getByRole('button', { name: 'Save rule' }).click({ force: true })
    expect(await callsOf(page, 'rules.save')).toEqual([])
    await form.getByRole('checkbox', { name: 'amount' }).check()
    await form.getByRole('textbox', { name: 'amount: value' }).fill('5,000')
    await form.getByRole('button', { name: 'Save rule' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await callsOf(page, 'rules.save')).toMatchObject([
      {
        rule: {
          ruleId: null,
          tool: 'process_payment',
          effect: 'allow',
          scope: { kind: 'always' },
          matchers: [{ argument: 'amount', operator: 'at-most', value: 5000 }],
        },
      },
    ])
    await close()
  })

  it('that allow a medium risk are limited in 24 hours unless the user removes that', async () => {
    const { page, close } = await openSection('rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const form = page.getByRole('form', { name: 'New rule' })
    await form.getByRole('combobox', { name: 'Tool' }).selectOption('get_location')
    await form.getByRole('radio', { name: 'Allow' }).check({ force: true })
    expect(await form.getByRole('textbox', { name: 'Times in 24 hours' }).inputValue()).toBe('20')
    await form.getByRole('button', { name: 'Save rule' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await callsOf(page, 'rules.save')).toMatchObject([{ rule: { tool: 'get_location', effect: 'allow', mostPerDay: 20 } }])
    await close()
  })

  it('show for a tried call which of them decides and why the earlier ones did not', async () => {
    const { page, close } = await openSection('rules')
    await page.getByRole('button', { name: 'Try a call' }).click()
    const form = page.getByRole('form', { name: 'Try a call' })
    await form.getByRole('textbox', { name: 'amount' }).fill('48,600')
    await form.getByRole('button', { name: 'See what the rules say' }).click()
    await form.getByText('Asks because of rule 3, payments always ask.').waitFor()
    expect(await form.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('limits don’t match'),
      expect.stringContaining('different tool'),
      expect.stringContaining('matches'),
    ])
    expect(await callsOf(page, 'rules.try')).toEqual([
      { toolName: 'process_payment', input: { amount: 48_600 }, conversationId: 'conversation-0' },
    ])
    await close()
  })

  it('leave the rest to each tool, one tab stop a tool, changed by the arrows', async () => {
    const { page, close } = await openSection('rules')
    const group = page.getByRole('radiogroup', { name: 'change_bgm: when no rule matches' })
    await group.getByRole('radio', { name: 'Allow' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-tool="change_bgm"]').getByText('so Gemini doesn’t see it').waitFor()
    expect(await callsOf(page, 'tools.setDefault')).toEqual([
      { toolName: 'change_bgm', effect: 'ask' },
      { toolName: 'change_bgm', effect: 'deny' },
    ])
    await close()
  })

  it('stay unchanged if main refuses a change, and say why', async () => {
    const { page, close } = await openSection('rules')
    await page.evaluate(() => window.scriptedMain.refuse('rules.remove', 'The rule is gone already.'))
    await page.getByRole('button', { name: 'Rule 1: more' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText('The rule is gone already.').waitFor()
    expect(await page.locator('[data-rule]').count()).toBe(4)
    await close()
  })
})

describe('the audit trail', () => {
  it('is verified, filtered by tool and kind, and opened to the data of an entry', async () => {
    const { page, close } = await openSection('audit')
    await page.getByText('Verified: 8 entries, unaltered').waitFor()
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('process_payment')
    await page.getByRole('combobox', { name: 'Kind of entry' }).selectOption('executed')
    await expect.poll(() => page.locator('[data-entry]').count()).toBe(1)
    await page.locator('[data-entry="4"]').getByRole('button').click()
    await page.locator('[data-entry="4"]').getByText('paid', { exact: true }).waitFor()
    await close()
  })

  it.each(['json', 'csv'] as const)('is exported as a %s file with main’s content', async (format) => {
    const { page, close, complaints } = await openSection('audit')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: format.toUpperCase() }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`parley-audit.${format}`)
    expect(await readFile(await file.path(), 'utf8')).toBe(`the trail as ${format}`)
    expect(complaints).toEqual([])
    await close()
  })
})
