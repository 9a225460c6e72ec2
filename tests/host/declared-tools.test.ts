import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import type { JsonObject, JsonValue } from '../../src/shared/lib/json'
import { isJsonList, isJsonObject } from '../../src/shared/lib/json-value'
import { allowCallsUntil } from '../support/answer-calls'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtInToolsOnPaper } from '../support/built-in-tools-on-paper'
import { geminiAt } from '../support/gemini-at'
import { answerComes, liveRecording, modelSays, wordsCome } from '../support/live-recording'
import { hoshinoPayment } from '../support/payment-approval'
import { answer, chunk, finish, says, textRecording, words } from '../support/text-recording'

const query = { sql: 'SELECT 1', reason: 'To count.' }
/** One call of each tool, with valid arguments. */
const calls: Readonly<Record<string, JsonObject>> = {
  process_payment: hoshinoPayment,
  get_weather: { place: 'Kyoto' },
  read_clipboard: {},
  write_clipboard: { text: 'hello' },
  open_url: { url: 'https://example.com/' },
  set_timer: { label: 'tea', seconds: 300 },
  list_timers: {},
  cancel_timer: { label: 'coffee' },
  change_bgm: { track: 'rain' },
  get_location: {},
  read_file: { purpose: 'the invoice' },
  take_screenshot: {},
  preview_schema: {},
  execute_sql: { source: 'shop', ...query },
  query_artifact: { artifacts: ['result_1'], ...query },
  export_csv: { artifacts: ['result_1'] },
}
const names = Object.keys(calls).sort()
const pages: Readonly<Record<string, JsonObject>> = {
  change_bgm: { playing: 'rain' },
  get_location: { latitude: 35.01, longitude: 135.77, accuracy: 800 },
}
const modelCalls = Object.entries(calls).map(([name, args]) => ({ id: `call-${name}`, name, args }))

const spoken = liveRecording('tools', [
  wordsCome,
  ...modelCalls.map((call) => ({ t: 10, dir: 'server', frame: { toolCall: { functionCalls: [call] } } })),
  ...modelCalls.map(({ id }) => answerComes(id)),
  ...modelSays('All done.'),
])
const written = textRecording([
  words,
  ...modelCalls.map((functionCall) => chunk({ functionCall })),
  finish(),
  ...modelCalls.map(({ id }) => answer(id)),
  says('All done.'),
  finish(),
])
const greeting = textRecording([words, says('Hello.'), finish()])
const spokenGreeting = liveRecording('greeting', [wordsCome, ...modelSays('Hello.')])

/** The whole app with a key, and a service that is as strict as the real one. */
async function open(live: Fixture, text: Fixture, faults: readonly FaultChoice[] = []) {
  const server = await startFixtureServer({ fixture: live, text, speed: 50, faults })
  geminiAt(server.baseUrl)
  const environment = { GEMINI_API_KEY: 'a-key-for-tests', OPEN_METEO_URL: server.baseUrl }
  const app = await startInProcess({ fixtures: [], environment })
  onTestFinished(async () => {
    await app.remove()
    geminiAt(null)
    await server.close()
  })
  const { conversationId } = await app.call('conversation.create', null)
  return { server, app, conversationId }
}

const answers = (app: InProcessApp) =>
  app
    .told('stream.chunk')
    .filter(({ role, chunk: { type: kind, finishReason } }) => role === 'assistant' && kind === 'finish' && finishReason === 'stop').length

const framesOf = (server: FixtureServer, protocol: 'live' | 'text'): readonly JsonObject[] =>
  server.received().flatMap(({ protocol: of, frame }) => (of === protocol && isJsonObject(frame) ? [frame] : []))

const listIn = (value: JsonValue | undefined): readonly JsonObject[] => (isJsonList(value) ? value.filter(isJsonObject) : [])

/** Names of the functions in a list of tools. */
const declaredIn = (tools: JsonValue | undefined) =>
  listIn(tools).flatMap(({ functionDeclarations }) => listIn(functionDeclarations).map(({ name }) => name))

const setups = (server: FixtureServer) => framesOf(server, 'live').flatMap(({ setup }) => (isJsonObject(setup) ? [setup] : []))

const toolNotices = (app: InProcessApp) => app.told('notice.shown').filter(({ kind }) => kind === 'tools-off' || kind === 'tools-set-aside')

describe('the built-in tools', () => {
  it('are these sixteen, and one more where something can be shown', () => {
    expect(
      builtInToolsOnPaper()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names, 'look'].sort())
    expect(names).toHaveLength(16)
  })

  it('are all accepted by a Live session, and each is called and answered once', async () => {
    const { server, app, conversationId } = await open(spoken, greeting)
    await app.call('text.send', { conversationId, text: 'Do it all' })
    await allowCallsUntil(
      app,
      (name) => pages[name] ?? null,
      () => answers(app) > 0,
    )
    expect(setups(server).map(({ tools }) => declaredIn(tools).sort())).toEqual([names])
    const given = framesOf(server, 'live').flatMap(({ toolResponse }) =>
      isJsonObject(toolResponse) ? listIn(toolResponse.functionResponses).filter(({ willContinue }) => willContinue !== true) : [],
    )
    expect(given.map(({ name }) => name).sort()).toEqual(names)
    expect(server.violations()).toEqual([])
    expect(toolNotices(app)).toEqual([])
  })

  it('are all accepted by a request for a text answer, and each is called and answered once', async () => {
    const { server, app, conversationId } = await open(spokenGreeting, written)
    await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
    await app.call('text.send', { conversationId, text: 'Do it all' })
    await allowCallsUntil(
      app,
      (name) => pages[name] ?? null,
      () => answers(app) > 0,
    )
    const requests = framesOf(server, 'text')
    expect(requests.map(({ tools }) => declaredIn(tools).sort())).toEqual([names, names])
    const given = listIn(requests.at(-1)?.contents).flatMap(({ parts }) =>
      listIn(parts).flatMap(({ functionResponse }) => (isJsonObject(functionResponse) ? [functionResponse.name] : [])),
    )
    expect([...given].sort()).toEqual(names)
    expect(server.violations()).toEqual([])
    expect(toolNotices(app)).toEqual([])
  })
})

describe('a service that accepts no tools', () => {
  it('gets one setup without them: the session works, and one notice says so', async () => {
    const { server, app, conversationId } = await open(spokenGreeting, greeting, [{ fault: 'field-refused', set: { field: 'tools' } }])
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => answers(app) === 1)
    await app.call('text.send', { conversationId, text: 'Again' })
    await app.until(() => answers(app) === 2)
    expect(setups(server).map(({ tools }) => declaredIn(tools).length)).toEqual([16, 0])
    expect(toolNotices(app)).toMatchObject([{ kind: 'tools-off', conversationId }])
  })

  it('gets no third setup if the smallest one is refused too, and no notice about tools', async () => {
    const { server, app, conversationId } = await open(spokenGreeting, greeting, [
      { fault: 'field-refused', set: { field: 'generationConfig' } },
    ])
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'failed')
    expect(app.told('conversation.status').at(-1)?.session).toMatchObject({ cause: 'setup-refused' })
    expect(setups(server).map(({ tools }) => declaredIn(tools).length)).toEqual([16, 0])
    expect(toolNotices(app)).toEqual([])
  })

  it('gets one request without them for each answer, and one notice says so', async () => {
    const { server, app, conversationId } = await open(spokenGreeting, greeting, [{ fault: 'text-tools-refused' }])
    await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(() => answers(app) === 1)
    await app.call('text.send', { conversationId, text: 'Again' })
    await app.until(() => answers(app) === 2)
    expect(framesOf(server, 'text').map(({ tools }) => declaredIn(tools).length)).toEqual([16, 0, 16, 0])
    expect(toolNotices(app)).toMatchObject([{ kind: 'tools-off', conversationId }])
  })
})
