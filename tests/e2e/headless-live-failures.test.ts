import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveLimits } from '../../src/main/models/live/backoff'
import { nudgeText } from '../../src/main/models/live/session-watch'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { parseFixture } from '../../src/shared/fixtures/parse-fixture'
import { bundledFixture } from '../support/fixture-facts'
import { type HeadlessApp, startHeadlessApp } from '../support/headless-app'
import { jumpingClock } from '../support/jumping-clock'
import { readPlaybackTap } from '../support/playback-tap'
import { type Switchboard, startSwitchboard } from '../support/switchboard'

const clock = jumpingClock()
let board: Switchboard
let app: HeadlessApp
let server: FixtureServer

beforeAll(async () => {
  board = await startSwitchboard(clock)
  app = await startHeadlessApp({ baseUrl: board.baseUrl, clock })
})
afterAll(async () => {
  await app.remove()
  await board.close()
})

/** A new conversation with a Gemini that has this fault; ends the previous one. */
async function begin(fixture: string, ...faults: readonly (FaultName | FaultChoice)[]): Promise<void> {
  await stopSession()
  server = await board.play(await bundledFixture(fixture), faults)
  await app.page.getByRole('button', { name: 'New conversation' }).first().click()
  await thread().getByRole('article').first().waitFor({ state: 'detached' })
}

/** Removes all faults. */
async function mended(fixture: string): Promise<void> {
  server = await board.play(await bundledFixture(fixture))
}

async function stopSession(): Promise<void> {
  await app.page.evaluate(async () => {
    const transport = Reflect.get(window, 'parley')
    const { value } = await transport.call('app.bootstrap', null)
    const conversationId: unknown = value.currentConversationId
    if (conversationId !== null) await transport.call('session.stop', { conversationId })
  })
}

function sessionPhase(): Promise<unknown> {
  return app.page.evaluate(async () => {
    const { value } = await Reflect.get(window, 'parley').call('app.bootstrap', null)
    const { currentConversationId, statuses } = value
    return statuses.find((status: { conversationId: unknown }) => status.conversationId === currentConversationId)?.session.phase ?? null
  })
}

const thread = () => app.page.locator('[data-region="thread"]')
const dock = () => app.page.locator('[data-region="dock"]')
const nudges = () => server.received().filter(({ frame }) => JSON.stringify(frame).includes(nudgeText)).length
const heardText = (text: string) => () => server.received().some(({ frame }) => JSON.stringify(frame).includes(text))
const setups = () => server.received().filter(({ frame }) => JSON.stringify(frame).startsWith('{"setup"')).length

async function type(text: string): Promise<void> {
  await app.page.locator('[data-composer]').fill(text)
  await app.page.keyboard.press('Enter')
}

/** Types a question, and waits until Gemini has it. */
async function ask(text = 'What is the weather in Lisbon?'): Promise<void> {
  await type(text)
  await server.waitFor(heardText(text))
  await dock().getByText('Thinking', { exact: true }).waitFor()
}

const answers = () => thread().getByRole('article', { name: 'Parley' }).count()

describe('a Gemini that is silent', () => {
  it.each([20, 60])('for %i s is waited for, and its answer comes once', async (seconds) => {
    await begin('weather', { fault: 'answer-late', set: { afterMs: seconds * 1000 } })
    await ask()
    clock.jump((seconds - 1) * 1000)
    expect(await answers()).toBe(0)
    clock.jump(2000)
    await thread().getByRole('article', { name: 'Parley' }).first().waitFor()
    await dock().getByText('Mic off', { exact: true }).waitFor()
    expect([nudges(), setups(), await answers()]).toEqual([0, 1, 1])
  })

  it('for 200 s each time did not answer in time, and Try again brings the answer', async () => {
    await begin('weather', { fault: 'answer-late', times: 9, set: { afterMs: 200_000 } })
    await ask()
    clock.jump(76_000)
    await dock().getByText('No reply from Gemini', { exact: false }).waitFor()
    await server.waitFor(() => nudges() === 1)
    clock.jump(76_000)
    clock.jump(10_000)
    await server.waitFor(() => setups() === 2)
    await dock().getByText('Thinking', { exact: true }).waitFor()
    clock.jump(76_000)
    await app.page.getByText('Gemini did not answer in time').first().waitFor()
    await mended('weather')
    await app.page.getByRole('button', { name: 'Try again' }).first().click()
    await thread().getByRole('article', { name: 'Parley' }).first().waitFor()
    expect(nudges()).toBe(0)
  })

  it('is waited for no longer when Esc is pressed: nothing is asked again and nothing fails', async () => {
    await begin('weather', { fault: 'stall', times: 9 })
    await ask()
    await app.page.keyboard.press('Escape')
    await dock().getByText('Mic off', { exact: true }).waitFor()
    clock.jump(76_000)
    clock.jump(76_000)
    expect([nudges(), setups()]).toEqual([0, 1])
    expect(await dock().getByText('Gemini did not answer in time').count()).toBe(0)
  })

  it('keeps what was said to it in the thread: not transcribed, to be played, and given its words by Try again', async () => {
    await begin('weather', { fault: 'stall', times: 9 })
    await app.page.keyboard.down('ControlRight')
    await server.waitFor(() => server.receivedAudio().byteLength > 32_000)
    await app.page.keyboard.up('ControlRight')
    await dock().getByText('Thinking', { exact: true }).waitFor()
    await stopSession()
    const line = thread().getByRole('article', { name: 'You' }).filter({ hasText: 'Not transcribed' })
    await line.waitFor()

    await line.getByRole('button', { name: 'Play what you said' }).click()
    await expect.poll(async () => (await readPlaybackTap(app.page)).some((sample) => Math.abs(sample) > 300)).toBe(true)
    await line.getByRole('button', { name: 'Play what you said' }).waitFor({ timeout: 60_000 })

    await mended('weather')
    await app.page.getByRole('button', { name: 'Send again' }).first().click()
    await thread().getByRole('article', { name: 'Parley' }).first().waitFor({ timeout: 60_000 })
    await line.waitFor({ state: 'detached' })
    expect(await thread().getByRole('article', { name: 'You' }).count()).toBe(1)
  })
})

/** A recording in which Gemini hears speech and waits for more. */
function waitingForMore() {
  const title = { en: 'Waits for more', ja: '続きを待つ' }
  const header = { fixtureId: 'waits', title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live' }
  const lines = [
    { format: 'parley-fixture', version: 1, ...header },
    { t: 0, dir: 'client', expect: { kind: 'setup' } },
    { t: 0, dir: 'client', expect: { kind: 'audio', minimumMs: 250 } },
    { t: 10, dir: 'server', frame: { serverContent: { waitingForInput: true } } },
  ]
  const parsed = parseFixture(lines.map((line) => JSON.stringify(line)).join('\n'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

describe('the window shows', () => {
  it('that Gemini waits for more speech, until there is more', async () => {
    await begin('weather')
    server = await board.play(waitingForMore())
    await type('What is the weather in')
    await dock().getByText('Gemini is waiting for more from you').waitFor()
    await type('Lisbon?')
    await dock().getByText('Gemini is waiting for more from you').waitFor({ state: 'detached' })
  })

  it('that tools are off in a session whose setup was refused with them', async () => {
    await begin('weather', { fault: 'field-refused', set: { field: 'tools' } })
    await type('What is the weather in Lisbon?')
    await app.page.getByText('Tools are off in this session').first().waitFor()
  })

  it('the field of a refused setup', async () => {
    await begin('weather', { fault: 'field-refused', set: { field: 'generationConfig' } })
    await type('What is the weather in Lisbon?')
    await app.page.getByText('unknown field generationConfig', { exact: false }).first().waitFor()
  })

  it('that a model can’t answer in speech, and offers to choose another', async () => {
    await begin('weather', { fault: 'model-without-audio', times: 'always' })
    await type('What is the weather in Lisbon?')
    await app.page.getByText('The model gemini-3.8-live can’t answer in speech').first().waitFor()
    await app.page.getByRole('button', { name: 'Choose a model' }).first().waitFor()
  })

  it('that Gemini is overloaded where the service closes with 1011, again and again', async () => {
    await begin('weather', { fault: 'unavailable', times: 'always' })
    await type('What is the weather in Lisbon?')
    const told = app.page.getByText('Gemini is overloaded').first()
    await expect
      .poll(async () => {
        // only waits are cut short, by less than a connection may take that has begun meanwhile
        if ((await sessionPhase()) === 'reconnecting') clock.jump(liveLimits.connectTimeoutMs - 2000)
        return told.isVisible()
      })
      .toBe(true)
  })

  it('that a call was withdrawn, and no longer that it works', async () => {
    await begin('payment', { fault: 'call-cancelled', set: { afterMs: 60_000 } })
    await type('Please pay the invoice.')
    await app.page.getByRole('button', { name: 'Deny' }).first().waitFor()
    clock.jump(61_000)
    await thread().getByText('withdrawn by Gemini', { exact: false }).first().waitFor()
    await dock().getByText('Mic off', { exact: true }).waitFor()
    expect(await app.page.getByRole('button', { name: /^(Deny|Allow once)/ }).count()).toBe(0)
  })
})
