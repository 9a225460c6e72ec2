import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findLayoutFaults } from '../../support/layout-faults'
import type { ScriptedWorld } from '../../support/scripted-transport'
import { parcelMessages, paymentMessages } from '../../support/ui-messages'
import { changeSettings, launchUiBrowser, openUi, saveScreen } from '../../support/ui-page'
import { serveUi, type UiSite } from '../../support/ui-site'
import { makeWorld, paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

type Language = 'en' | 'ja'

interface Screen {
  world(language: Language): ScriptedWorld
  /** Brings the page from the opened world to the screen. */
  reach?(page: Page): Promise<void>
}

const withKey = { key: { source: 'settings', storage: 'keyring' } } as const

const screens: Readonly<Record<string, Screen>> = {
  main: {
    world: (language) =>
      makeWorld({
        language,
        messages: paymentMessages(language),
        bootstrap: {
          approvals: [paymentQuestion()],
          talk: { phase: 'listening', talkId: 'talk-1', held: true, since: worldNow - 4000 },
          statuses: [replayStatus({ activity: 'waiting' })],
        },
      }),
  },
  questions: {
    world: (language) =>
      makeWorld({
        language,
        messages: paymentMessages(language),
        bootstrap: {
          approvals: [
            paymentQuestion({ risk: 'medium' }),
            paymentQuestion({
              approvalId: 'approval-2',
              toolCallId: 'call-2',
              conversationId: 'conversation-1',
              expiresAt: worldNow + 290_000,
            }),
            paymentQuestion({ approvalId: 'approval-3', toolCallId: 'call-3', state: 'denied', decidedAt: worldNow - 60_000 }),
          ],
          statuses: [replayStatus({ activity: 'waiting' })],
        },
      }),
    reach: async (page) => {
      await page.locator('header button[aria-pressed]').click()
      await page.locator('[data-region="panel"]').waitFor()
    },
  },
  speaking: {
    world: (language) =>
      makeWorld({
        language,
        messages: parcelMessages(language),
        bootstrap: { ...withKey, statuses: [replayStatus({ activity: 'speaking', replay: null })] },
      }),
  },
  empty: { world: (language) => makeWorld({ language }) },
  error: {
    world: (language) =>
      makeWorld({
        language,
        messages: parcelMessages(language).slice(0, 2),
        bootstrap: {
          ...withKey,
          statuses: [
            replayStatus({
              replay: null,
              session: { phase: 'failed', cause: 'quota', detail: 'code 1011: You exceeded your current quota' },
            }),
          ],
        },
      }),
  },
  'settings-voice': {
    world: (language) => makeWorld({ language }),
    reach: (page) => openSettings(page, 1),
  },
  'settings-key': {
    world: (language) => makeWorld({ language }),
    reach: (page) => openSettings(page, 2),
  },
}

async function openSettings(page: Page, section: number): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.locator('[data-region="settings"]').waitFor()
  await page.locator('[data-region="sidebar"] li button').nth(section).click()
}

const sizes = [
  { name: 'wide', width: 1000, height: 700 },
  { name: 'narrow', width: 420, height: 700 },
] as const

let browser: Browser
let site: UiSite

beforeAll(async () => {
  site = await serveUi()
  browser = await launchUiBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

describe.each(Object.entries(screens))('the screen %s', (name, screen) => {
  const cases = sizes.flatMap((size) => (['en', 'ja'] as const).map((language) => ({ size, language })))
  it.each(cases)('shows all its text in both themes, $size.name, in $language', async ({ size, language }) => {
    const { page, complaints, close } = await openUi(browser, site, screen.world(language), size)
    await screen.reach?.(page)
    for (const theme of ['light', 'dark'] as const) {
      await changeSettings(page, { theme })
      await saveScreen(page, `${name}-${size.name}-${language}-${theme}`)
      expect(await page.evaluate(findLayoutFaults)).toEqual([])
      if (language === 'ja') continue
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps its text readable at twice the size in a narrow window', async () => {
    const { page, close } = await openUi(browser, site, screen.world('en'), { width: 420, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await screen.reach?.(page)
    await saveScreen(page, `${name}-narrow-en-large`)
    expect(await page.evaluate(findLayoutFaults)).toEqual([])
    await close()
  })
})
