import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import { toolFixture } from '../support/fixture-facts'
import { showSection } from '../support/show-section'
import { startToolStage, type ToolStage } from '../support/tool-stage'

let stage: ToolStage

/**
 * The recording of a service that accepts any tools: a denied tool is removed from the session as soon as it is idle, which may be
 * before or after the rule is removed.
 */
async function ofAnyTools(name: string): Promise<Fixture> {
  const fixture = await toolFixture(name)
  const withoutTools = (step: FixtureStep): FixtureStep =>
    step.kind === 'expect' && step.expectation.kind === 'setup' ? { ...step, expectation: { kind: 'setup' } } : step
  return { ...fixture, steps: fixture.steps.map(withoutTools) }
}

beforeAll(async () => {
  stage = await startToolStage({ settings: { approvalSeconds: 120 } })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stage.report(task.name)
})
afterAll(() => stage?.close())

describe('an approval answered with more than yes or no', () => {
  it('stores the text of a denial in the trail, to be read and exported', async () => {
    const scene = await stage.open('after-delivery')
    const { page } = scene
    await scene.ask('typed')
    const card = await scene.cards(1)
    await card.getByRole('button', { name: 'More answers' }).click()
    await page.getByRole('menuitem', { name: /Deny with a reason/ }).click()
    await card.getByRole('textbox', { name: 'Why not?' }).fill('not before the delivery')
    await card.getByRole('button', { name: 'Deny with this reason' }).click()
    await page.getByText('denied, “not before the delivery”').waitFor()
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'audit')
    await page.getByText(/^Verified: \d+ entries/).waitFor()
    await page
      .locator('[data-entry]')
      .getByText(/“not before the delivery”/)
      .waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'JSON' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('not before the delivery')
    await page.getByRole('button', { name: 'Back to the conversation' }).click()
    expect(await scene.paid()).toEqual([])
  })

  it('removes the rule that "Always deny" created, on the line of its call', async () => {
    const scene = await stage.open(await ofAnyTools('after-delivery'))
    const { page } = scene
    await scene.ask('typed')
    await (await scene.cards(1)).getByRole('button', { name: 'More answers' }).click()
    await page.getByRole('menuitem', { name: 'Always deny process_payment' }).click()
    await page.getByText('Added rule 1: deny process_payment.').waitFor()
    await page.getByRole('button', { name: 'Undo the rule' }).click()
    await page.getByText('Removed: deny process_payment.').waitFor()
    expect((await scene.call('rules.list', null)).rules.filter(({ rule }) => rule.origin === 'user')).toEqual([])
    expect(await scene.paid()).toEqual([])
  })

  it('creates a rule with "Always deny", which is in the settings and can be removed', async () => {
    const scene = await stage.open(await ofAnyTools('after-delivery'))
    const { page } = scene
    await scene.ask('typed')
    await (await scene.cards(1)).getByRole('button', { name: 'More answers' }).click()
    await page.getByRole('menuitem', { name: 'Always deny process_payment' }).click()
    await page.locator('[data-approval]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'rules')
    await page.locator('[data-tool="process_payment"]').getByText('so Gemini doesn’t see it').waitFor()
    await page.getByRole('button', { name: 'Rule 1: more' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(/Removed rule 1/).waitFor()
    await page.locator('[data-tool="process_payment"]').getByText('so Gemini doesn’t see it').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Back to the conversation' }).click()
    expect(await scene.paid()).toEqual([])
  })
})
