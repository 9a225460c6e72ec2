import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { type SessionFailureCause, type SessionState, sessionFailureCauseSchema } from '../../../src/shared/ipc/schemas'
import { answerMessage, textPart, userMessage } from '../../support/ui-messages'
import { callsOf, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

const size = { width: 1000, height: 700 }
/** the stopped time of the page's clock */
const still = worldNow + 60_000
const stage = uiStage()

const dock = (page: Page) => page.locator('[data-region="dock"]')
const bar = (page: Page) => page.getByRole('region', { name: 'Session' })

/** Shows this state of a session with Gemini, a second later by the page's clock. */
async function show(page: Page, session: SessionState, change: Parameters<typeof replayStatus>[0] = {}): Promise<void> {
  await emit(page, 'conversation.status', replayStatus({ replay: null, session, ...change }))
  await page.clock.runFor(1000)
}

describe('the state of the session is shown as text', () => {
  it('while it connects, in the dock and in the bar', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(still)
    await show(page, { phase: 'connecting', since: still })
    await dock(page).getByText('Connecting', { exact: true }).waitFor()
    await dock(page).getByText('Connecting to Gemini').waitFor()
    await bar(page).getByText('Connecting', { exact: true }).waitFor()
    await show(page, { phase: 'ready', since: still })
    await bar(page).getByText('Connected', { exact: true }).waitFor()
    await close()
  })

  it('while it reconnects: which attempt of how many, the seconds until then, and that no input is lost', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(still)
    await show(page, { phase: 'reconnecting', attempt: 2, of: 6, nextTryAt: still + 5000 })
    await dock(page).getByText('Reconnecting', { exact: true }).waitFor()
    await dock(page).getByText('Retrying in 4 s (2 of 6) · your words are safe').waitFor()
    await bar(page).getByText('Reconnecting', { exact: true }).waitFor()
    await page.clock.runFor(1000)
    await dock(page).getByText('Retrying in 3 s (2 of 6) · your words are safe').waitFor()
    await saveScreen(page, 'reconnecting')
    await show(page, { phase: 'connecting', since: still, again: { attempt: 2, of: 6 } })
    await dock(page).getByText('Retrying now (2 of 6) · your words are safe').waitFor()
    await bar(page).getByText('Reconnecting', { exact: true }).waitFor()
    await close()
  })

  it('while the key is held after it failed: the speech is recorded, and not sent', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(still)
    await show(page, { phase: 'failed', cause: 'key-refused', detail: '' })
    await dock(page).getByText('Gemini refused the key', { exact: true }).waitFor()
    await emit(page, 'talk.state', { phase: 'listening', talkId: 'talk-1', held: true, since: still })
    await page.clock.runFor(1000)
    await dock(page).getByText('Listening', { exact: true }).waitFor()
    await dock(page)
      .getByText(/^Recording, not sent yet · 0:0\d$/)
      .waitFor()
    await emit(page, 'talk.state', { phase: 'idle' })
    await dock(page).getByText('Gemini refused the key', { exact: true }).waitFor()
    await close()
  })

  it('when it had to start again with the history, in one line', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(still)
    await show(page, { phase: 'ready', since: still, reseeded: true })
    await bar(page).getByText('New session, history carried over').waitFor()
    await close()
  })

  it('when the model was silent and was asked again, with the seconds since', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.clock.pauseAt(still)
    await show(page, { phase: 'ready', since: worldNow, stalledAt: still - 2000 }, { activity: 'thinking', activitySince: worldNow })
    await dock(page).getByText('No reply from Gemini · retried 3 s ago').waitFor()
    await close()
  })
})

interface Ending {
  readonly title: string
  readonly short: string
  readonly buttons: readonly string[]
}

const endings: { readonly [Cause in SessionFailureCause]: Ending } = {
  'key-missing': { title: 'There is no Gemini key', short: 'No Gemini key', buttons: ['Open key settings', 'Details'] },
  'key-refused': {
    title: 'Gemini refused the key. It may have been revoked.',
    short: 'Gemini refused the key',
    buttons: ['Open key settings', 'Try again', 'Details'],
  },
  region: { title: 'Gemini isn’t available in your region', short: 'Not available here', buttons: ['Try again', 'Details'] },
  'model-unknown': {
    title: 'The model gemini-3.8-live isn’t available',
    short: 'Model not available',
    buttons: ['Choose a model', 'Try again', 'Details'],
  },
  quota: {
    title: 'This key has used its quota for gemini-3.8-live',
    short: 'Quota used up',
    buttons: ['Choose a model', 'Try again', 'Details'],
  },
  'model-without-audio': {
    title: 'The model gemini-3.8-live can’t answer in speech',
    short: 'Model without voice',
    buttons: ['Choose a model', 'Try again', 'Details'],
  },
  'model-without-pictures': {
    title: 'The model gemini-3.8-live can’t create images',
    short: 'Model without images',
    buttons: ['Choose a model', 'Try again', 'Details'],
  },
  'store-refused': {
    title: 'gemini-3.8-live doesn’t accept the request not to store the conversation',
    short: 'Google would store it',
    buttons: ['Choose a model', 'Try again', 'Details'],
  },
  'setup-refused': { title: 'Gemini refused the session’s setup', short: 'Setup refused', buttons: ['Try again', 'Details'] },
  'request-refused': { title: 'Gemini refused the request', short: 'Request refused', buttons: ['Try again', 'Details'] },
  'service-overloaded': { title: 'Gemini is overloaded', short: 'Gemini overloaded', buttons: ['Try again', 'Details'] },
  'service-failed': { title: 'Gemini failed while answering', short: 'Gemini failed', buttons: ['Try again', 'Details'] },
  unreachable: { title: 'Gemini can’t be reached', short: 'Can’t reach Gemini', buttons: ['Try again', 'Details'] },
  timeout: { title: 'Gemini did not answer in time', short: 'No answer', buttons: ['Try again', 'Details'] },
  protocol: { title: 'Parley couldn’t read a message from Gemini', short: 'Session closed', buttons: ['Try again', 'Details'] },
  fixture: { title: 'This recording can’t be played', short: 'Recording damaged', buttons: ['Try again', 'Details'] },
  internal: { title: 'Parley ran into a problem', short: 'Problem in Parley', buttons: ['Try again', 'Details'] },
}

describe('an end of the session is explained, with the button that helps', () => {
  it('whatever its cause', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), size)
    for (const cause of sessionFailureCauseSchema.options) {
      const { title, short, buttons } = endings[cause]
      await emit(
        page,
        'conversation.status',
        replayStatus({ replay: null, session: { phase: 'failed', cause, detail: `code 1: ${cause}` } }),
      )
      const banner = page.locator('section[role="alert"]').filter({ hasText: title })
      await banner.waitFor()
      expect({ cause, buttons: await banner.locator('button:not([aria-label])').allTextContents() }).toEqual({ cause, buttons })
      await dock(page).getByText(short, { exact: true }).waitFor()
      // the button that helps, even if the banner is not read
      await dock(page)
        .getByRole('button', { name: buttons[0] ?? '', exact: true })
        .waitFor()
      await bar(page).getByText('Closed', { exact: true }).waitFor()
    }
    expect(complaints).toEqual([])
    await close()
  })

  const failed = (cause: SessionFailureCause) =>
    makeWorld({
      bootstrap: {
        key: { source: 'settings', storage: 'keyring' },
        statuses: [replayStatus({ replay: null, session: { phase: 'failed', cause, detail: '' } })],
      },
    })

  it('a refused key leads to the field for another one', async () => {
    const { page, close } = await stage.open(failed('key-refused'), size)
    await dock(page).getByRole('button', { name: 'Open key settings' }).click()
    await page.locator('[data-key-field]:focus').waitFor()
    await close()
  })

  it.each(['model-unknown', 'quota'] as const)('%s leads to the choice of a model', async (cause) => {
    const { page, close } = await stage.open(failed(cause), size)
    await dock(page).getByRole('button', { name: 'Choose a model' }).click()
    await page.locator('[data-model-field]:focus').selectOption({ label: 'Other…' })
    await page.getByRole('textbox', { name: 'Google’s name for the model' }).waitFor()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('gemini-9-live')
    await page.keyboard.press('Enter')
    await expect.poll(() => callsOf(page, 'settings.update')).toEqual([{ model: 'gemini-9-live' }])
    await close()
  })

  it('and can be tried again if that may help', async () => {
    const { page, close } = await stage.open(failed('region'), size)
    await page.locator('section[role="alert"]').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => callsOf(page, 'session.retry')).toEqual([{ conversationId: 'conversation-0' }])
    await close()
  })
})

describe('an answer without content', () => {
  const cases = [
    { name: 'empty', parts: [], metadata: { empty: true }, words: 'Gemini ended the turn without an answer.' },
    { name: 'cut off', parts: [textPart('It will')], metadata: { truncated: true }, words: 'The answer ended early.' },
  ] as const
  it.each(cases)('says that it is $name, and asks the same again on a click', async ({ parts, metadata, words }) => {
    const messages = [userMessage('question', 'Will it rain?'), answerMessage('answer', parts, metadata)]
    const { page, close } = await stage.open(makeWorld({ messages }), size)
    await page.getByText(words).waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect.poll(() => callsOf(page, 'turn.again')).toHaveLength(1)
    await close()
  })

  it('can’t be asked again once the conversation has continued', async () => {
    const messages = [
      userMessage('question', 'Will it rain?'),
      answerMessage('answer', [], { empty: true }),
      userMessage('next', 'Never mind.'),
    ]
    const { page, close } = await stage.open(makeWorld({ messages }), size)
    await page.getByText('Never mind.').waitFor()
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0)
    await close()
  })
})

describe('the tokens of a conversation', () => {
  it('open and close by keyboard, and return the focus', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({ bootstrap: { statuses: [replayStatus({ replay: null })] } }), size)
    const opener = page.getByRole('button', { name: '≈' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const popover = page.getByRole('dialog', { name: 'Tokens of this conversation' })
    await popover.getByText('About').waitFor()
    await popover.getByText('20 Sept 2026').waitFor()
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await callsOf(page, 'turn.interrupt')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

it('a bar without room cuts the demo’s name, never the state of the microphone', async () => {
  const title = { en: 'The invoice of a print shop', ja: '印刷所の請求書' }
  const replay = { fixtureId: 'payment', title, speed: 1 }
  const { page, close } = await stage.open(makeWorld({ bootstrap: { statuses: [replayStatus({ replay })] } }), size)
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }))
  await bar(page).getByRole('button', { name: 'Demo · The invoice' }).waitFor()
  const isWhole = (text: string) =>
    bar(page)
      .getByText(text)
      .evaluate(({ parentElement }) => parentElement !== null && parentElement.scrollWidth <= parentElement.clientWidth)
  await expect.poll(() => isWhole('mic off')).toBe(true)
  await close()
})
