import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type RunningApp, startApp } from '../support/app'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { hoshinoPayment } from '../support/payment-approval'
import { speak } from '../support/speech'
import { type TalkKey, talkKeyOf } from '../support/talk-key'
import { answer, chunk, finish, says, textRecording, words } from '../support/text-recording'

const RATE = 16_000
const payment = { functionCall: { id: 'call_1', name: 'process_payment', args: hoshinoPayment }, thoughtSignature: 'signature-A' }

let folder: string
let server: FixtureServer | null = null
let app: RunningApp | null = null
let key: TalkKey | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-writing-'))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await key?.dispose()
  await app?.remove()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
  key = null
  app = null
  server = null
})

describe('one conversation, typed and spoken', () => {
  it('pays the typed payment after a yes, continues by voice, and again in text: each model gets all of it', async () => {
    const fixture = await bundledFixture('weather')
    const [turn] = recordedTurns(fixture)
    const text = textRecording([
      words,
      chunk({ text: 'The invoice is due.', thought: true }, { text: 'I will pay it. ' }),
      chunk(payment),
      finish(),
      answer('call_1'),
      says('It is paid.'),
      finish(),
      words,
      says('You are welcome.'),
      finish(),
    ])
    const started = await startFixtureServer({ fixture, text, speed: 1 })
    server = started
    const speech = speak('Hello, can you hear me?', join(folder, 'speech.wav'))
    app = await startApp({
      microphoneFile: speech.file,
      environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: started.baseUrl },
    })
    const { page } = app
    const sent = (protocol: 'live' | 'text') => started.received().filter((one) => one.protocol === protocol)
    const composer = page.getByRole('textbox', { name: 'Type a message' })

    await page.getByRole('button', { name: 'Reply in text' }).click()
    await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
    await composer.fill('Pay the Hoshino Print invoice.')
    await composer.press('Enter')
    await page.getByRole('button', { name: 'Allow once' }).first().click()
    await page.getByText('It is paid.').first().waitFor()
    expect(sent('live')).toEqual([])
    expect(sent('text')).toHaveLength(2)

    key = await talkKeyOf(app)
    await key.down()
    await started.waitFor(() => started.receivedAudio().byteLength / 2 > RATE)
    await key.up()
    await page
      .getByText(turn?.modelText ?? '')
      .first()
      .waitFor({ timeout: 60_000 })
    const told = JSON.stringify(sent('live').map(({ frame }) => frame))
    expect(told).toContain('Pay the Hoshino Print invoice.')
    expect(told).toContain('It is paid.')

    await composer.fill('Thank you.')
    await composer.press('Enter')
    await page.getByText('You are welcome.').first().waitFor()
    expect(sent('text').at(-1)?.frame).toMatchObject({
      contents: [
        { role: 'user', parts: [{ text: 'Pay the Hoshino Print invoice.' }] },
        { role: 'model', parts: [{ thought: true }, { text: 'I will pay it. ' }, payment] },
        { role: 'user', parts: [{ functionResponse: { id: 'call_1', response: { status: 'done' } } }] },
        { role: 'model', parts: [{ text: 'It is paid.' }] },
        { role: 'user' },
        { role: 'model' },
        { role: 'user', parts: [{ text: 'Thank you.' }] },
      ],
    })
    expect(started.violations()).toEqual([])
  })
})
