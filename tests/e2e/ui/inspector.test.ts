import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { conversationSummarySchema } from '../../../src/shared/ipc/schemas'
import { z } from '../../../src/shared/lib/zod'
import { axeViolations } from '../../support/axe-violations'
import { describeScreens } from '../../support/describe-screens'
import { findLayoutFaults } from '../../support/layout-faults'
import { recordedTurns } from '../../support/recorded-turns'
import type { ScriptedWorld } from '../../support/scripted-transport'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, changeSettings, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

const recorded = recordedTurns(worldNow - 60_000, 2, (turn) => `answer-${turn}`)
const world = (language: 'en' | 'ja'): ScriptedWorld => ({
  ...makeWorld({
    language,
    messages: paymentMessages(language),
    settings: { developer: true },
    bootstrap: { statuses: [replayStatus()] },
  }),
  recorded,
  answers: {
    'fixture.preview': {
      text: '{"format":"parley-fixture","version":1}',
      lines: 1,
      files: [
        { name: 'conversation.jsonl', bytes: 90 },
        { name: 'conversation.wav', bytes: 1_200_000 },
      ],
      milliseconds: 4000,
      removed: { secrets: 0, handles: 1, paths: 0, names: 0 },
    },
    'fixture.save': { kind: 'saved', fileName: 'conversation.jsonl' },
    'fixture.text': { text: 'the recording' },
  },
})
const framesSchema = z.object({ first: z.number(), last: z.number() })

async function reach(page: Page): Promise<void> {
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('option', { name: /^(Inspector|インスペクター)$/ }).click()
  await page.getByRole('option', { name: /toolCall/ }).click()
  await page.locator('[data-raw]').waitFor()
}

describeScreens({ inspector: { world, reach } })

describe('the inspector', () => {
  const stage = uiStage()

  it('shows each frame next to the chunks made from it, filters and finds, and copies a frame unchanged', async () => {
    const { page, complaints, close } = await stage.open(world('en'), { width: 1280, height: 900 })
    await reach(page)
    const wire = page.getByRole('listbox', { name: 'Wire, as sent and received' })
    const chunks = page.getByRole('listbox', { name: 'Chunks, as Parley folds them' })
    // the last turn, and its call with everything made from it
    expect(await wire.locator('[aria-selected="true"]').textContent()).toMatch(/toolCall\s*process_payment/)
    const lit = chunks.locator('[class*="partner"] code')
    await expect
      .poll(() => lit.allInnerTexts())
      .toEqual(expect.arrayContaining(['tool-input-start', 'tool-input-available', 'tool-approval-request']))
    expect(await page.locator('[data-raw]').textContent()).toContain('"process_payment"')
    await expect.poll(() => page.locator('svg path[class*="litCurve"]').count()).toBeGreaterThan(3)

    // the other direction, and with the keys
    await chunks.getByRole('option', { name: /text-delta “It is paid/ }).click()
    await wire
      .locator('[class*="partner"]')
      .getByText(/outputTranscription/)
      .waitFor()
    await wire.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => wire.locator('[aria-selected="true"]').textContent()).toMatch(/activityStart/)

    // kinds of frames with their counts, then a search
    const counts = await page.getByRole('group', { name: 'Frames to show' }).getByRole('button').allInnerTexts()
    expect(counts.map((text) => text.trim())).toEqual(['All 13', 'Sent 5', 'Received 6', 'Tools 3', 'Audio 2'])
    await page.getByRole('button', { name: /^Tools/ }).click()
    await expect.poll(() => wire.getByRole('option').count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Filter frames' }).fill('INV-2231')
    // the matches follow the text when the page is idle
    await expect.poll(() => wire.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/toolCall/)])
    await page.getByRole('searchbox', { name: 'Filter frames' }).fill('nothing like this')
    await page.getByText('No matching frames').waitFor()
    await page.getByRole('searchbox', { name: 'Filter frames' }).fill('')
    await page.getByRole('button', { name: /^All/ }).click()

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await wire.getByRole('option', { name: /realtimeInput\.audio/ }).click()
    await page.getByRole('button', { name: 'Copy frame' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(copied).toHaveLength(18)
    // several frames, with the mouse and with the keys, and their turns as a recording
    await wire.getByRole('option', { name: /toolResponse process_payment waiting/ }).click({ modifiers: ['Shift'] })
    await wire.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => wire.locator('[aria-selected="true"]').count()).toBe(6)
    await page.getByRole('button', { name: 'Save a recording' }).click()
    await page.getByText('1.2 MB in 2 files').waitFor()
    await saveScreen(page, 'inspector-save')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await page.getByText('Copied. What you said is not in the copy.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('the recording')
    await page.getByRole('combobox', { name: 'Time span' }).selectOption({ label: 'Turn 2 of 2' })
    await page.getByRole('button', { name: 'Save…' }).click()
    await page.getByText('Saved as conversation.jsonl.').waitFor()
    const [chosen] = z.array(z.object({ frames: framesSchema })).parse(await callsOf(page, 'fixture.text'))
    const [turn] = z.array(z.object({ minutes: z.null(), frames: framesSchema })).parse(await callsOf(page, 'fixture.save'))
    const at = (index: number | undefined) => recorded.events.find((event) => event.index === index)
    expect(at(chosen?.frames.first)).toMatchObject({ kind: 'frame', text: expect.stringContaining('audio/pcm') })
    expect(at(chosen?.frames.last)).toMatchObject({ kind: 'frame', text: expect.stringContaining('toolResponse') })
    expect(turn?.frames.first).toBeLessThan(chosen?.frames.first ?? 0)
    expect(turn?.frames.last).toBeGreaterThan(chosen?.frames.last ?? 0)
    await page.keyboard.press('Escape')
    expect(copied.every((text) => recorded.events.some((event) => event.kind === 'frame' && event.text === text))).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('opens in a window of its own, which follows the conversation, the theme and the requested message, and leads back', async () => {
    const { page, complaints, close } = await stage.open(world('en'), { width: 1280, height: 900 })
    await reach(page)
    await page.getByRole('button', { name: 'Open in its own window' }).click()
    await page.keyboard.press('Control+KeyK')
    await page.getByRole('option', { name: 'Inspector in its own window' }).click()
    const wish = { messageId: null, onlyIfOpen: false }
    await expect.poll(async () => (await callsOf(page, 'inspector.open')).filter((one) => isDeepStrictEqual(one, wish))).toHaveLength(2)
    await page.locator('[data-region="inspector"]').waitFor()

    await page.goto(new URL('inspector.html', stage.address()).href)
    const wire = page.getByRole('listbox', { name: 'Wire, as sent and received' })
    await wire.getByRole('option', { name: /toolCall/ }).click()
    await expect.poll(() => page.title()).toMatch(/^Inspector · ./)
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Back to the conversation' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show the message' }).click()
    expect(await callsOf(page, 'inspector.showMessage')).toEqual([{ conversationId: 'conversation-0', messageId: 'answer-2' }])

    await emit(page, 'inspector.show', { messageId: 'answer-1' })
    await expect.poll(() => page.getByRole('combobox', { name: 'Turn' }).inputValue()).toBe('1')
    await changeSettings(page, { theme: 'dark' })
    expect(await axeViolations(page)).toEqual([])
    await saveScreen(page, 'inspector-window-en-dark')
    await changeSettings(page, { theme: 'light', language: 'ja' })
    await page.getByRole('heading', { name: 'インスペクター' }).waitFor()
    await page.setViewportSize({ width: 420, height: 700 })
    await saveScreen(page, 'inspector-window-narrow-ja-light')
    await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])

    const { conversations } = makeWorld({ language: 'en' }).bootstrap
    const [summary] = z.array(conversationSummarySchema).parse(conversations)
    if (summary === undefined) throw new Error('the world has no conversation')
    await emit(page, 'conversation.list', {
      changed: [{ ...summary, conversationId: 'other', title: 'Another one' }],
      removed: [],
      currentConversationId: 'other',
    })
    await expect.poll(() => page.title()).toMatch(/Another one$/)
    expect(await callsOf(page, 'inspector.read')).toContainEqual({ conversationId: 'other', fromEvent: 0, fromStep: 0 })
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps its header on one line in a window of the usual size, with the buttons of the window at its end', async () => {
    const { page, close } = await stage.open(world('en'), { width: 1000, height: 700 })
    await reach(page)
    const title = { en: 'The invoice of a print shop in Osaka', ja: '印刷所の請求書' }
    await emit(page, 'conversation.status', replayStatus({ replay: { fixtureId: 'payment', title, speed: 1 } }))
    await page.getByRole('button', { name: /The invoice of a print shop/ }).waitFor()
    const box = await page.getByRole('button', { name: 'Close window' }).boundingBox()
    expect(box?.y).toBeLessThan(20)
    expect(box?.x).toBeGreaterThan(900)
    await close()
  })

  it('leads from a message to its frames and back, and shows times, tokens and connections', async () => {
    const { page, complaints, close } = await stage.open(world('en'), { width: 1280, height: 900 })
    const message = page.locator('[data-message="answer-1"], #answer-1').first()
    await message.hover()
    await page.getByRole('button', { name: 'Show its frames' }).nth(1).click()
    const wire = page.getByRole('listbox', { name: 'Wire, as sent and received' })
    await wire.locator('[aria-selected="true"]').waitFor()
    expect(await page.getByRole('combobox', { name: 'Turn' }).inputValue()).toBe('1')

    const spans = await page.locator('li', { hasText: 'Key down to first sound sent' }).textContent()
    expect(spans).toContain('38 ms')
    expect(spans).toContain('budget 60')
    await page.getByText('over the budget of 80 ms').waitFor()
    await page.getByRole('button', { name: 'Tokens and cost' }).click()
    expect(await page.getByRole('row', { name: /^Total/ }).textContent()).toMatch(/4,400.*600/s)
    await page.getByRole('button', { name: 'Connections' }).click()
    expect(await page.locator('[data-generation="1"]').textContent()).toMatch(/lost: 1006 socket hang up/)
    expect(await page.locator('[data-generation="2"]').textContent()).toMatch(/open/)

    // all turns at once, then one after the other
    await page.getByRole('combobox', { name: 'Turn' }).selectOption({ label: 'All turns' })
    await page.getByRole('button', { name: 'All 27' }).waitFor()
    await page.getByRole('button', { name: 'Previous turn' }).click()
    expect(await page.getByRole('combobox', { name: 'Turn' }).inputValue()).toBe('2')

    // a fault can be chosen here
    await page.getByRole('button', { name: /^Playing/ }).click()
    await page.getByRole('button', { name: /quota/ }).waitFor()
    await page.keyboard.press('Escape')

    await wire.getByRole('option', { name: /toolCall process_payment/ }).click()
    await page.getByRole('button', { name: 'Show the message' }).click()
    await page.locator('[data-region="dock"]').waitFor()
    expect(await callsOf(page, 'conversation.open')).toContainEqual({ conversationId: 'conversation-0' })
    expect(complaints).toEqual([])
    await close()
  })
})
