import { describe, expect, it } from 'vitest'
import type { CallReply } from '../../../src/shared/ipc/contract'
import { messageOf } from '../../../src/shared/messages/message'
import { describeScreens } from '../../support/describe-screens'
import type { ScriptedWorld } from '../../support/scripted-transport'
import { showSection } from '../../support/show-section'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, worldNow } from '../../support/ui-worlds'

const entry = (index: number) => ({
  at: new Date(worldNow - (4000 - index) * 1000).toISOString(),
  level: index % 50 === 49 ? ('error' as const) : index % 10 === 9 ? ('warn' as const) : ('info' as const),
  event: index % 50 === 49 ? 'call failed' : index % 10 === 9 ? 'frame dropped' : 'session opened',
  facts: { model: 'gemini-3.8-live', number: index },
})
const entries = Array.from({ length: 4000 }, (_, index) => entry(index))

const collect: CallReply<'diagnostics.collect'> = {
  bundleId: 'bundle-1',
  fileName: 'parley-diagnostics-2026-11-27-1200.txt',
  text: `Parley diagnostics, 2026-11-27T12:00:00.000Z\n${entries
    .slice(0, 200)
    .map(({ event }) => `line ${event}`)
    .join('\n')}\n`,
  findings: [
    {
      check: 'runtime',
      state: 'good',
      words: messageOf('doctor-runtime', { version: '0.1.0', runtime: 'Electron 33.2.1', system: 'Linux 6.8 x64' }),
    },
    { check: 'store', state: 'bad', words: messageOf('doctor-store-memory') },
    { check: 'talk-key', state: 'attention', words: messageOf('doctor-talk-window', { reason: messageOf('wayland-no-hold') }) },
  ],
  recordings: [{ name: 'payment-with-a-rather-long-name.jsonl', bytes: 48_000, at: worldNow }],
}

const world = (language: 'en' | 'ja'): ScriptedWorld => ({
  ...makeWorld({ language }),
  diagnosis: { collect, log: { entries, more: true } },
})

async function reach(page: import('playwright').Page): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await showSection(page, 'diagnostics')
  await page.locator('[data-bundle]').waitFor()
  await page.locator('[data-index="0"]').waitFor()
}

describeScreens({ diagnostics: { world, reach } })

describe('the diagnostics in the settings', () => {
  const stage = uiStage()

  it('show the bundle before it is saved, follow its options, and find a line of a long log', async () => {
    const { page, complaints, close } = await stage.open(world('en'), { width: 1000, height: 900 })
    await reach(page)
    expect(await page.locator('[data-bundle] pre').textContent()).toBe(collect.text)
    await page.getByRole('switch', { name: /^Recording payment/ }).click()
    await page.waitForFunction(() => window.scriptedMain.calls.filter(({ name }) => name === 'diagnostics.collect').length === 2)
    expect((await callsOf(page, 'diagnostics.collect'))[1]).toMatchObject({
      choices: { settings: true, log: true, recordings: ['payment-with-a-rather-long-name.jsonl'] },
    })
    await page.getByRole('button', { name: 'Save as a file' }).click()
    await page.getByText('Saved as parley-diagnostics.txt').waitFor()
    expect(await callsOf(page, 'diagnostics.save')).toEqual([{ bundleId: 'bundle-1' }])

    // 4000 lines, of which one page is rendered
    expect(await page.locator('[data-index]').count()).toBeLessThan(80)
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('error')
    await page.getByText('80 lines').waitFor()
    await page.getByRole('searchbox', { name: 'Filter the log' }).fill('failed 3999')
    await page.getByText('1 line ', { exact: false }).waitFor()
    expect(await page.locator('[data-index]').allInnerTexts()).toEqual([
      expect.stringMatching(/call failed\s+model=gemini-3\.8-live number=3999/),
    ])
    expect(complaints).toEqual([])
    await close()
  })
})
