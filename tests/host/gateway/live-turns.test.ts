import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadFixture } from '../../../src/main/replay/simulator/load-fixture'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { Resampler } from '../../../src/shared/audio/resample'
import { readWav } from '../../../src/shared/audio/wav'
import type { Fixture } from '../../../src/shared/fixtures/fixture'
import { parseFixture } from '../../../src/shared/fixtures/parse-fixture'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { geminiAt } from '../../support/gemini-at'
import { type LiveClient, openLive } from '../../support/live-client'
import { onePixel, pictureBomb, shownPicture } from '../../support/pictures'
import { bundled } from '../fixtures/bundled'

const named = (name: string): string => new URL(`../../fixtures/${name}`, import.meta.url).pathname

/** Recorded speech in the format of a 16 kHz microphone. */
async function recordedSpeech(): Promise<Uint8Array> {
  const wav = readWav(new Uint8Array(await readFile(named('quiet-evening.wav'))))
  if (!wav.ok) throw new Error(wav.error.message)
  const { samples, sampleRate } = wav.value
  const heard = new Resampler(sampleRate, 16_000).push(samples.subarray(0, 2 * sampleRate))
  return new Uint8Array(heard.slice().buffer)
}

/** The gateway with a service whose received frames can be inspected. */
async function served(fixture: Fixture, speed = 20) {
  const service = await startFixtureServer({ fixture, speed })
  geminiAt(service.baseUrl)
  onTestFinished(async () => {
    geminiAt(null)
    await service.close()
  })
  const rig = await startGateway({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  return { rig, service, sent: () => service.received().map(({ frame }) => frame) }
}

async function quietEvening(): Promise<Fixture> {
  const loaded = await loadFixture(named('quiet-evening.jsonl'))
  if (!loaded.ok) throw new Error(loaded.error.message)
  return loaded.value
}

const of = ({ chunks }: LiveClient, type: string) => chunks.flatMap(({ chunk }) => (chunk.type === type ? [chunk] : []))
const callOf = (client: LiveClient, toolName: string) =>
  String(of(client, 'tool-input-available').find((chunk) => chunk.toolName === toolName)?.toolCallId)

/** The user's files and text in the thread that the window shows. */
async function shownOf({ app }: GatewayRig): Promise<readonly string[]> {
  const shown = app
    .told('stream.chunk')
    .flatMap(({ conversationId, role, chunk }): readonly (string | Promise<string>)[] =>
      role !== 'user'
        ? []
        : chunk.type === 'file'
          ? [shownPicture(app, conversationId, chunk.url)]
          : chunk.type === 'text-delta'
            ? [String(chunk.delta)]
            : [],
    )
  return Promise.all(shown)
}

test('recorded speech reaches Gemini sample by sample; the client runs its tool, the window answers the approval, and both results arrive', async () => {
  const { rig, service, sent } = await served(await quietEvening())
  const client = await openLive(rig, { sound: 'binary', clientTools: ['change_bgm'] })
  const speech = await recordedSpeech()
  client.send({ type: 'talk_start' })
  client.speak(speech)
  client.send({ type: 'talk_stop' })
  await client.until(() => of(client, 'tool-input-available').length === 3)
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  expect(Buffer.compare(service.receivedAudio(), speech)).toBe(0)
  const music = callOf(client, 'change_bgm')
  client.send({ type: 'tool_result', toolCallId: callOf(client, 'get_weather'), output: { forged: true } })
  client.send({ type: 'tool_result', toolCallId: music, output: { playing: 'rain' } })
  client.send({ type: 'tool_result', toolCallId: music, output: { playing: 'twice' } })
  const { approvalId = '', inputHash = '' } = rig.app.told('approval.changed')[0] ?? {}
  await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
  await client.until(() => of(client, 'tool-output-available').length === 3 && of(client, 'finish').at(-1)?.finishReason === 'stop')
  expect(of(client, 'tool-output-available').find(({ toolCallId }) => toolCallId === music)?.output).toEqual({ playing: 'rain' })
  expect(of(client, 'data-problem')).toHaveLength(2)
  const told = JSON.stringify(sent())
  expect([told.includes('"playing":"rain"'), told.includes('twice'), told.includes('forged')]).toEqual([true, false, false])
  expect(rig.app.told('tool.run')).toEqual([])
  expect(service.violations()).toEqual([])
})

test('a tool that the client does not name is run in the window, and the client’s output for it is ignored', async () => {
  const { rig } = await served(await quietEvening())
  const client = await openLive(rig, { clientTools: ['get_location'] })
  client.send({ type: 'talk_start' })
  client.speak(await recordedSpeech())
  client.send({ type: 'talk_stop' })
  await rig.app.until(() => rig.app.told('tool.run').length > 0)
  const [run] = rig.app.told('tool.run')
  client.send({ type: 'tool_result', toolCallId: run?.toolCallId, output: { playing: 'stroll' } })
  await client.until(() => of(client, 'data-problem').length === 1)
  await rig.app.call('tool.settle', { toolCallId: run?.toolCallId ?? '', outcome: { kind: 'result', output: { playing: 'drift' } } })
  await client.until(() => of(client, 'tool-output-available').some(({ output }) => JSON.stringify(output) === '{"playing":"drift"}'))
})

test('interrupting ends the sound at once, the played part is marked, and the next message is answered', async () => {
  const rig = await startGateway({ speed: 4, fixtures: [await bundled('weather')] })
  const client = await openLive(rig, { positions: true })
  client.send({ type: 'text', text: 'How is the weather?' })
  await client.until(() => of(client, 'data-pcm').length > 3)
  const turnId = rig.app.told('stream.chunk').find(({ role }) => role === 'assistant')?.turnId
  client.send({ type: 'played', turnId, samples: 4800, done: false })
  client.send({ type: 'interrupt' })
  await client.until(() => of(client, 'finish').length === 1)
  expect(of(client, 'data-interrupted')).toHaveLength(1)
  const sounds = of(client, 'data-pcm').length
  const at = client.chunks.findIndex(({ chunk }) => chunk.type === 'data-interrupted')
  expect(client.chunks.slice(at).filter(({ chunk }) => chunk.type === 'data-pcm')).toEqual([])
  client.send({ type: 'text', text: 'And tomorrow?' })
  await client.until(() => of(client, 'finish').length === 2)
  expect(of(client, 'data-pcm').length).toBeGreaterThan(sounds)
  expect(of(client, 'data-problem')).toEqual([])
})

test('images go with the text, or with the speech, that they are sent for, to Gemini and into the thread', async () => {
  const { rig, service, sent } = await served(await bundled('weather'))
  const client = await openLive(rig)
  const image = { type: 'image', mimeType: 'image/png', data: onePixel }
  client.send(image)
  client.send({ ...image, data: pictureBomb })
  client.send({ ...image, mimeType: 'image/jpeg' })
  await client.until(() => of(client, 'data-problem').length === 2)
  client.send({ type: 'text', text: 'What is this?' })
  await client.until(() => of(client, 'finish').length === 1)
  const kinds = (): readonly string[] =>
    sent().flatMap((frame): readonly string[] => {
      const [[kind, value] = ['', null]] = Object.entries<unknown>(Object(frame))
      return kind === 'realtimeInput' ? Object.keys(Object(value)) : kind === 'clientContent' ? ['text'] : []
    })
  expect(kinds()).toEqual(['text'])
  expect(JSON.stringify(sent())).toContain(onePixel)
  expect(await shownOf(rig)).toEqual([onePixel, 'What is this?'])

  client.send({ type: 'talk_start' })
  client.speak(await recordedSpeech())
  client.send(image)
  client.send({ type: 'talk_stop' })
  await client.until(() => of(client, 'finish').length === 2)
  const spoken = kinds().slice(1)
  expect([spoken[0], spoken.at(-2), spoken.at(-1)]).toEqual(['activityStart', 'video', 'activityEnd'])
  expect((await shownOf(rig)).filter((shown) => shown === onePixel)).toHaveLength(2)
  expect(service.violations()).toEqual([])
})

/** An answer of 7 MB: more than the system buffers between two local sockets. */
function hugeAnswer(): Fixture {
  const title = { en: 'Much', ja: '多い' }
  const header = { fixtureId: 'much', title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live', repeat: true }
  const piece = (index: number) => `${index}${'x'.repeat(100_000)} `
  const lines = [
    { format: 'parley-fixture', version: 1, ...header },
    { t: 0, dir: 'client', expect: { kind: 'setup' } },
    { t: 0, dir: 'client', expect: { kind: 'text' } },
    ...Array.from({ length: 70 }, (_, index) => ({
      t: 1,
      dir: 'server',
      frame: { serverContent: { outputTranscription: { text: piece(index) } } },
    })),
    { t: 1, dir: 'server', frame: { serverContent: { generationComplete: true } } },
    { t: 1, dir: 'server', frame: { serverContent: { turnComplete: true } } },
  ]
  const parsed = parseFixture(lines.map((line) => JSON.stringify(line)).join('\n'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

test('a client that does not read is closed with 4008 and resumes for the rest: no chunk is missing, none comes twice', async () => {
  const rig = await startGateway({ fixtures: [hugeAnswer()], limits: { unsentBytes: 100_000 } })
  const slow = await openLive(rig)
  const session = of(slow, 'data-session')[0]?.data
  slow.socket.pause()
  slow.send({ type: 'text', text: 'Tell me much.' })
  const ended = () => rig.app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish')
  await rig.app.until(ended)
  slow.socket.resume()
  await slow.until(() => slow.closed() !== null)
  expect(slow.closed()).toBe(4008)
  expect(slow.ended()).toBe(0)
  const sessionId = Object(session).sessionId
  const after = Math.max(...slow.chunks.map(({ id }) => id))
  const again = await openLive(rig, { sessionId, after })
  await again.until(() => again.ended() === 1 || again.closed() !== null)
  const numbers = [...slow.chunks, ...again.chunks].flatMap(({ id }) => (id > 0 ? [id] : []))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
  const told = [...of(slow, 'text-delta'), ...of(again, 'text-delta')].map(({ delta }) => String(delta).replace(/x+ ?/, '')).join(' ')
  expect(told.split(' ').filter((word) => word !== '')).toEqual(Array.from({ length: 70 }, (_, index) => String(index)))
})
