import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../src/shared/protocol/chunks'
import { answerMessage, parcelMessages, textPart, userMessage } from '../../support/ui-messages'
import { callsOf, changeSettings, emit, openEmptyPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

const size = { width: 1000, height: 700 }
const stage = uiStage()

const composer = (page: Page) => page.locator('[data-composer]')
const log = (page: Page) => page.getByRole('log')

/** Sends chunks of one message, numbered from `firstSeq`. */
async function stream(
  page: Page,
  firstSeq: number,
  role: 'user' | 'assistant',
  messageId: string,
  chunks: readonly Chunk[],
): Promise<void> {
  for (const [index, chunk] of chunks.entries()) {
    await emit(page, 'stream.chunk', { conversationId: 'conversation-0', turnId: 'turn-9', messageId, role, seq: firstSeq + index, chunk })
  }
}

describe('the thread', () => {
  it('renders an answer as it streams and the user’s message before it, even if it comes late', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [userMessage('first', 'Hello')] }), size)
    await stream(page, 0, 'assistant', 'answer', [
      { type: 'start', messageId: 'answer' },
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'It will **rain** in' },
    ])
    await log(page).getByText('rain', { exact: true }).waitFor()
    await stream(page, 4, 'user', 'question', [
      { type: 'start', messageId: 'question' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Will it rain?' },
      { type: 'text-end', id: 't' },
      { type: 'finish', finishReason: 'stop' },
    ])
    await stream(page, 9, 'assistant', 'answer', [{ type: 'text-delta', id: 't', delta: ' Kanazawa.' }])
    await expect
      .poll(() => log(page).getByRole('article').allTextContents())
      .toEqual(['Hello', 'Will it rain?', 'It will rain in Kanazawa.'])
    await close()
  })

  it('reads the conversation again when chunks are missing', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [userMessage('first', 'Hello')] }), size)
    await stream(page, 5, 'assistant', 'answer', [{ type: 'start', messageId: 'answer' }])
    await expect.poll(() => callsOf(page, 'conversation.open')).toHaveLength(2)
    await close()
  })

  it('follows its end, stays where the user scrolled to, and offers the way back', async () => {
    const long = Array.from({ length: 30 }, (_, index) => userMessage(`line-${index}`, `Line ${index}`))
    const { page, close } = await stage.open(makeWorld({ messages: long }), size)
    const atEnd = () => log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop < 4)
    await expect.poll(atEnd).toBe(true)
    await page.setViewportSize({ width: 1000, height: 560 })
    await expect.poll(atEnd).toBe(true)
    await log(page).hover()
    await page.mouse.wheel(0, -600)
    const latest = page.getByRole('button', { name: 'Latest' })
    await latest.waitFor()
    const height = () => log(page).evaluate((element) => element.scrollHeight)
    const before = await height()
    await stream(page, 0, 'assistant', 'more', [
      { type: 'start', messageId: 'more' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'One more line' },
    ])
    await expect.poll(height).toBeGreaterThan(before)
    expect(await atEnd()).toBe(false)
    await latest.click()
    await log(page).getByText('One more line').waitFor()
    await expect.poll(atEnd).toBe(true)
    await close()
  })

  it('marks what was not played after an interruption and says so', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: parcelMessages('en') }), size)
    const unheard = log(page).locator('[class*="unheard"]')
    expect(await unheard.allTextContents()).toEqual(['where the sorting belt was down from the 9th to the 12th.'])
    expect(await page.getByText('You interrupted. The grey part was not spoken.').count()).toBe(1)
    await close()
  })

  it('fetches no image, keeps raw HTML as text, and opens links outside after showing their host', async () => {
    const text =
      'See [the site](https://example.com/a?b=1), <b>raw</b> ![cat](https://example.com/cat.png) [bad](javascript:alert(1)) and **48,600円**です。'
    const requests: string[] = []
    const { page, complaints, close } = await stage.open(
      makeWorld({ messages: [userMessage('question', 'Hello'), answerMessage('answer', [textPart(text)])] }),
      size,
    )
    page.on('request', (request) => requests.push(request.url()))
    const answer = log(page).getByRole('article').last()
    expect(await answer.textContent()).toBe('See the site (example.com), <b>raw</b> Image: cat (example.com) bad and 48,600円です。')
    expect(await answer.locator('img, b').count()).toBe(0)
    expect(await answer.locator('a').count()).toBe(2)
    expect(await answer.locator('strong').textContent()).toBe('48,600円')
    await answer.locator('a').first().click()
    await expect.poll(() => callsOf(page, 'link.open')).toEqual([{ url: 'https://example.com/a?b=1' }])
    // its own scripts are loaded on demand
    const own = `${new URL(page.url()).origin}/assets/`
    expect(requests.filter((address) => !address.startsWith(own))).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the composer', () => {
  it('sends on Enter, breaks the line on Shift Enter, and leaves Enter to an input method', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await composer(page).fill('one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two')
    await composer(page).dispatchEvent('compositionstart')
    await page.keyboard.press('Enter')
    expect(await callsOf(page, 'text.send')).toEqual([])
    await composer(page).dispatchEvent('compositionend')
    await composer(page).fill('one\ntwo')
    await page.keyboard.press('Enter')
    await expect.poll(() => callsOf(page, 'text.send')).toEqual([{ conversationId: 'conversation-0', text: 'one\ntwo' }])
    expect(await composer(page).inputValue()).toBe('')
    await close()
  })

  it('returns the text to the field if it was not sent, and says why', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.evaluate(() => window.scriptedMain.refuse('text.send', 'The session is closed.'))
    await composer(page).fill('keep me')
    await page.keyboard.press('Enter')
    await page.getByText('Not sent. The session is closed.').waitFor()
    expect(await composer(page).inputValue()).toBe('keep me')
    await close()
  })

  it('keeps a draft with its conversation, and talking never changes it', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await composer(page).fill('draft one')
    await page.getByRole('button', { name: /^Train to Kanazawa/ }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('')
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Hoshino Print invoice/ })
      .click()
    await expect.poll(() => composer(page).inputValue()).toBe('draft one')
    await emit(page, 'talk.state', { phase: 'listening', talkId: 'talk-1', held: false, since: worldNow })
    await page.getByText('Press again to send').waitFor()
    await emit(page, 'talk.state', { phase: 'idle' })
    expect(await composer(page).inputValue()).toBe('draft one')
    await close()
  })

  it('takes a recording’s prompt when one is chosen', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.getByRole('button', { name: /Will it rain in Kanazawa/ }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('Will it rain in Kanazawa tomorrow?')
    expect(await callsOf(page, 'replay.choose')).toEqual([{ conversationId: 'conversation-0', fixtureId: 'weather' }])
    await close()
  })
})

describe('the talk controls', () => {
  it('talk while the button is held, and go hands-free on a click', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(worldNow + 60_000)
    const names = () => page.evaluate(() => window.scriptedMain.calls.map((call) => call.name).filter((name) => name.startsWith('talk.')))
    await page.getByRole('button', { name: 'Talk', exact: true }).hover()
    await page.mouse.down()
    await page.clock.runFor(1000)
    await page.mouse.up()
    expect(await names()).toEqual(['talk.press', 'talk.release'])
    await page.mouse.down()
    await page.mouse.up()
    expect(await names()).toEqual(['talk.press', 'talk.release', 'talk.press', 'talk.release', 'talk.toggle'])
    await close()
  })

  it('hold the key in the window only if main can’t detect it, and release it when the window loses the focus', async () => {
    const world = makeWorld({ bootstrap: { hotkey: { mode: 'none', global: false, keys: [], reason: 'Taken.', bindings: [] } } })
    const { page, close } = await stage.open(world, size)
    const names = () => page.evaluate(() => window.scriptedMain.calls.map((call) => call.name).filter((name) => name.startsWith('talk.')))
    await page.getByText('Hold Right Ctrl in this window or click the mic to talk').waitFor()
    await page.keyboard.down('ControlRight')
    await page.keyboard.down('ControlRight')
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await page.keyboard.up('ControlRight')
    expect(await names()).toEqual(['talk.press', 'talk.release'])
    await page.keyboard.down('ControlRight')
    await page.keyboard.press('c')
    await page.keyboard.up('ControlRight')
    expect(await names()).toEqual(['talk.press', 'talk.release', 'talk.press', 'talk.cancel'])
    await emit(page, 'hotkey.state', { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings: [] })
    await page.getByText('Hold Right Ctrl or click the mic to talk').waitFor()
    await page.keyboard.press('ControlRight')
    expect(await names()).toHaveLength(4)
    await close()
  })

  it('stop the voice with Esc first, then the talk', async () => {
    const world = makeWorld({
      messages: parcelMessages('en'),
      bootstrap: {
        statuses: [replayStatus({ activity: 'speaking' })],
        talk: { phase: 'listening', talkId: 't', held: false, since: worldNow },
      },
    })
    const { page, close } = await stage.open(world, size)
    await page.keyboard.press('Escape')
    expect(await callsOf(page, 'turn.interrupt')).toEqual([{ conversationId: 'conversation-0' }])
    expect(await callsOf(page, 'talk.cancel')).toEqual([])
    await emit(page, 'conversation.status', replayStatus({ activity: 'idle' }))
    await page.getByText('Listening', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    expect(await callsOf(page, 'talk.cancel')).toEqual([null])
    await close()
  })
})

describe('the window', () => {
  it('changes its language at once, on the document too', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await changeSettings(page, { language: 'ja' })
    await page.getByText('押したまま話す', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja')
    await close()
  })

  it('cycles through its regions with F6 and has one tab stop in the list of conversations', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: parcelMessages('en') }), size)
    const regions: (string | null)[] = []
    for (let press = 0; press < 5; press += 1) {
      await page.keyboard.press('F6')
      regions.push(await page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null))
    }
    expect(regions).toEqual(['sidebar', 'header', 'thread', 'dock', 'sidebar'])
    const rows = page.locator('[data-region="sidebar"] [data-row]')
    // the menus of the rows are reached with the arrows
    const stops = page.locator('[data-rows]').locator('button, [tabindex]')
    expect(await stops.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length)).toBe(1)
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Late parcels this month')
    await close()
  })

  it('keeps its session bar on one line, at every width and at twice the size, also beside a panel', async () => {
    const statuses = [replayStatus({ activity: 'waiting' })]
    const { page, close } = await stage.open(makeWorld({ messages: parcelMessages('en'), bootstrap: { statuses } }), size)
    const bar = page.getByRole('region', { name: 'Session' })
    const lines = () =>
      bar.evaluate((element) => {
        const tops = [...element.querySelectorAll('*')].flatMap((part) =>
          [...part.childNodes].flatMap((node) => {
            const range = document.createRange()
            range.selectNodeContents(node)
            return node.nodeType === Node.TEXT_NODE
              ? [...range.getClientRects()].map(({ top, height }) => Math.round(top + height / 2))
              : []
          }),
        )
        return Math.max(...tops) - Math.min(...tops)
      })
    for (const scale of ['100%', '200%']) {
      await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), scale)
      for (const width of [1240, 1000, 900, 640, 480, 380]) {
        await page.setViewportSize({ width, height: 700 })
        expect({ scale, width, apart: await lines() }).toEqual({ scale, width, apart: expect.toSatisfy((apart) => apart < 5) })
      }
    }
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '' }))
    await page.setViewportSize(size)
    await page.locator('header button[aria-pressed]').click()
    await page.locator('[data-region="panel"]').waitFor()
    expect(await lines()).toBeLessThan(5)
    await close()
  })

  it('keeps its conversations in a drawer when it is narrow', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), { width: 420, height: 700 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Train to Kanazawa/ })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Train to Kanazawa')
    expect(complaints).toEqual([])
    await close()
  })

  it('says what failed if main can’t be reached, and tries again', async () => {
    const page = await openEmptyPage(stage.browser(), size)
    await page.addInitScript(() => {
      let asked = 0
      const refusal = { ok: false, error: { code: 'store', message: 'The data folder can’t be read.' } }
      Object.defineProperty(window, 'parley', {
        value: {
          call: async () => {
            asked += 1
            return refusal
          },
          onEvent: () => () => undefined,
        },
      })
      Object.defineProperty(window, 'askedMain', { get: () => asked })
    })
    await page.goto(stage.address())
    await page.getByText('The data folder can’t be read.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'askedMain'))).toBe(2)
    await page.close()
  })
})
