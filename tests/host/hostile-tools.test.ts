import { expect, it, onTestFinished } from 'vitest'
import { createModelConnection } from '../../src/main/conversations/model-connection'
import { silentLogger } from '../../src/main/lib/log/logger'
import { createNoticeService } from '../../src/main/lib/notices'
import { systemClock } from '../../src/main/lib/system-clock'
import { createGenaiConnector } from '../../src/main/models/live/genai-connector'
import { createGenaiTextConnector } from '../../src/main/models/text/genai-text-connector'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import { events } from '../../src/shared/ipc/contract'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { Notice, SessionState } from '../../src/shared/ipc/schemas'
import type { ReplyModality } from '../../src/shared/ipc/text-choices'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonValue } from '../../src/shared/lib/json'
import { isJsonList, isJsonObject } from '../../src/shared/lib/json-value'
import { modelText } from '../../src/shared/messages/message'
import { startGateway } from '../support/gateway-rig'
import { geminiAt } from '../support/gemini-at'
import { hostileTools, oddTools, refusedTools } from '../support/hostile-tools'
import { liveRecording, modelSays, wordsCome } from '../support/live-recording'
import { finish, says, textRecording, words } from '../support/text-recording'

const spoken = liveRecording('greeting', [wordsCome, ...modelSays('Hello.')])
const written = textRecording([words, says('Hello.'), finish()])
/** The length of the longest schemas, in characters. */
const HOSTILE_SIZE = 300_000

/** A conversation's connection to a strict service, for a model with the hostile tools. */
async function connect(replyModality: ReplyModality) {
  const server = await startFixtureServer({ fixture: spoken, text: written, speed: 50 })
  const shown: Notice[] = []
  const states: SessionState[] = []
  const ends: string[] = []
  const connection = createModelConnection('conversation-1', null, {
    connector: createGenaiConnector(systemClock),
    textConnector: createGenaiTextConnector(systemClock),
    clock: systemClock,
    random: () => 0.5,
    log: silentLogger,
    credentials: { present: () => true, next: async () => 'a-key', key: () => 'a-key' },
    settings: () => ({ ...defaultSettings, replyModality, serviceAddress: server.baseUrl }),
    tools: {
      declarations: () =>
        hostileTools.map(({ name, description, parameters: schema }) => ({ name, description, parametersJsonSchema: schema })),
    },
    policy: { hiddenTools: () => new Set() },
    store: openMemoryStore({ clock: systemClock, unreadable: () => {} }),
    diagnostics: { tap: () => ({ live: (connector) => connector, text: (connector) => connector }) },
    notices: createNoticeService(countingIds(), (name, payload) => {
      if (name === 'notice.shown') shown.push(events['notice.shown'].parse(payload))
    }),
    sourceNames: () => [],
  })
  const session = connection.createSession({
    onFrame: () => {},
    onMalformed: () => {},
    onState: (state) => void states.push(state),
    onRepeat: () => {},
    onSwitch: () => {},
    onTextChunk: () => {},
    onTextCounts: () => {},
    onTextEnd: (how) => void ends.push(how),
    history: () => [],
    lastUserText: () => '',
    textHistory: () => ({ messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }], contentsOf: () => undefined }),
  })
  onTestFinished(async () => {
    await session.stop()
    await server.close()
  })
  return { server, session, shown, states, ends }
}

/** The functions that one client message declares. */
function declaredIn(frame: JsonValue | undefined): readonly JsonValue[] {
  const message = isJsonObject(frame) && isJsonObject(frame.setup) ? frame.setup : frame
  const tools = isJsonObject(message) && isJsonList(message.tools) ? message.tools : []
  return tools.flatMap((tool) => (isJsonObject(tool) && isJsonList(tool.functionDeclarations) ? tool.functionDeclarations : []))
}

/** Expects one notice that names each left-out tool with its reason, and no other tool. */
function expectOneNotice(shown: readonly Notice[]): void {
  const detail = refusedTools.map(({ why }) => why).join('; ')
  expect(shown).toMatchObject([{ kind: 'tools-set-aside', conversationId: 'conversation-1' }])
  expect(shown.map((notice) => modelText(notice.detail))).toEqual([detail])
}

it('a Live session works with every tool that can be declared, and one notice names the others and why', async () => {
  const { server, session, shown, states } = await connect('voice')
  session.start()
  session.choose('typing')
  session.sendText('Hello?')
  await server.waitFor((received) => received.some(({ frame }) => isJsonObject(frame) && frame.clientContent !== undefined))
  expect(session.state().phase).not.toBe('failed')
  expect(states.filter(({ phase }) => phase === 'reconnecting')).toEqual([])
  expect(declaredIn(server.received()[0]?.frame)).toHaveLength(oddTools.length)
  expect(JSON.stringify(server.received()[0]?.frame).length).toBeLessThan(HOSTILE_SIZE)
  expect(server.violations()).toEqual([])
  expectOneNotice(shown)
})

it('a text answer is made with every tool that can be declared, and one notice names the others and why', async () => {
  const { server, session, shown, ends } = await connect('text')
  session.choose('typing')
  session.sendText('Hello?')
  await expect.poll(() => ends).toEqual(['done'])
  session.sendText('Hello?')
  await expect.poll(() => ends).toEqual(['done', 'done'])
  expect(server.received().map(({ frame }) => declaredIn(frame).length)).toEqual([oddTools.length, oddTools.length])
  expect(server.violations()).toEqual([])
  expectOneNotice(shown)
})

it('another program’s tools are not Parley’s: the answer comes, and none of them is declared to the model', async () => {
  const server = await startFixtureServer({ fixture: spoken, text: written, speed: 50 })
  geminiAt(server.baseUrl)
  onTestFinished(async () => {
    geminiAt(null)
    await server.close()
  })
  const rig = await startGateway({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  const body = {
    threadId: 'thread-1',
    runId: 'run-1',
    state: {},
    messages: [{ id: 'u1', role: 'user', content: 'Hi' }],
    tools: hostileTools,
    context: [],
    forwardedProps: {},
  }
  const response = await fetch(`${rig.url}/api/ag-ui`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('RUN_FINISHED')
  const [request] = server.received()
  expect(declaredIn(request?.frame)).toHaveLength(16)
  expect(server.violations()).toEqual([])
  expect(rig.app.told('notice.shown').filter(({ kind }) => kind === 'tools-set-aside')).toEqual([])
})
