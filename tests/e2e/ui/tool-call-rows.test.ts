import { describe, expect, it } from 'vitest'
import { decidedCalls, rulesWithMade, showMadeRule } from '../../support/call-line-world'
import { worldRules } from '../../support/scripted-tools'
import { callMessages } from '../../support/ui-messages'
import { callsOf, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

function openCalls(language: 'en' | 'ja' = 'en'): Promise<UiPage> {
  const world = makeWorld({ language, messages: callMessages(), kept: { calls: decidedCalls, rules: rulesWithMade } })
  return stage.open(world, { width: 1000, height: 700 })
}

describe('the line of a call', () => {
  it.each([
    ['en', 'Allowed by a rule · 38 ms'],
    ['ja', 'ルールが許可 · 38 ms'],
  ] as const)('says which rule decided and how long the run took (%s)', async (language, words) => {
    const { page, close } = await openCalls(language)
    await page
      .getByRole('button', { name: /change_bgm/ })
      .getByText(words, { exact: true })
      .waitFor()
    await close()
  })

  it('offers to stop a call while it runs, and no other call', async () => {
    const { page, close } = await openCalls()
    const stop = page.getByRole('button', { name: 'Stop this call' })
    expect(await stop.count()).toBe(1)
    await stop.click()
    expect(await callsOf(page, 'call.cancel')).toEqual([{ conversationId: 'conversation-0', toolCallId: 'call-weather' }])
    await close()
  })
})

describe('a rule created by an answer', () => {
  it('is named on the line of its call, and can be removed there', async () => {
    const { page, close } = await openCalls()
    await showMadeRule(page)
    await page.getByText('Added rule 5: deny get_location.').waitFor()
    await page.getByRole('button', { name: 'Undo the rule' }).click()
    const taken = page.getByText('Removed: deny get_location.')
    await taken.waitFor()
    expect(await callsOf(page, 'rules.remove')).toEqual([{ ruleId: 'rule-made' }])
    expect(await page.getByRole('button', { name: 'Undo the rule' }).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Removed: deny get_location.')
    await close()
  })

  it('stays, and says why, if main does not remove it', async () => {
    const { page, close } = await openCalls()
    await showMadeRule(page)
    await page.evaluate(() => window.scriptedMain.refuse('rules.remove', 'The disk is full.'))
    await page.getByRole('button', { name: 'Undo the rule' }).click()
    await page.getByRole('alert').getByText('The disk is full.').waitFor()
    expect(await page.getByRole('button', { name: 'Undo the rule' }).count()).toBe(1)
    await close()
  })

  it('is not mentioned once it was removed elsewhere', async () => {
    const { page, close } = await openCalls()
    await showMadeRule(page)
    await page.getByRole('button', { name: 'Undo the rule' }).waitFor()
    await page.evaluate((rules) => window.scriptedMain.emit('rules.changed', { rules }), worldRules)
    await page.getByRole('button', { name: 'Undo the rule' }).waitFor({ state: 'detached' })
    await close()
  })
})
