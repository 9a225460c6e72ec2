import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Confirmation } from '../../../src/main/platform/desktop'
import { startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import type { Approval } from '../../../src/shared/approvals/approval'
import type { ToolServer } from '../../../src/shared/servers/tool-server'
import { type InProcessApp, type InProcessOptions, startInProcess } from '../../support/app-in-process'
import { authorizationServer, protectedServer } from '../../support/authorization-server'
import { geminiAt } from '../../support/gemini-at'
import { answerComes, liveRecording, modelCalls, modelSays, type RecordedLine, wordsCome } from '../../support/live-recording'
import { paperDesktop } from '../../support/paper-desktop'
import { realServer, scriptServer } from '../../support/tool-server-rig'

/** The app with a key and a strict service that plays these lines; main's dialogs are answered with `agrees`. */
async function open(
  lines: readonly RecordedLine[],
  agrees: (question: Confirmation) => boolean = () => true,
  host: InProcessOptions['host'] = {},
) {
  const service = await startFixtureServer({ fixture: liveRecording('servers', lines), speed: 50, faults: [] })
  geminiAt(service.baseUrl)
  const dialogs: Confirmation[] = []
  const confirm = (question: Confirmation): Promise<boolean> => {
    dialogs.push(question)
    return Promise.resolve(agrees(question))
  }
  const notified: string[] = []
  const desktop = paperDesktop({
    confirm,
    notify({ title }) {
      notified.push(title)
      return { dispose: () => {} }
    },
  })
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, desktop, host })
  onTestFinished(async () => {
    await app.remove()
    geminiAt(null)
    await service.close()
  })
  const { conversationId } = await app.call('conversation.create', null)
  return { app, service, dialogs, notified, conversationId }
}

/** Adds a server, and waits until it runs. */
async function add(app: InProcessApp, server: ToolServer): Promise<void> {
  await app.call('toolServers.save', { server, variables: {} })
  await app.until(
    () =>
      app
        .told('toolServers.changed')
        .at(-1)
        ?.servers.every(({ state }) => state.phase === 'ready') === true,
  )
}

async function question(app: InProcessApp): Promise<Approval> {
  const open = () => app.told('approval.changed').find(({ state }) => state === 'requested')
  await app.until(() => open() !== undefined)
  const found = open()
  if (found === undefined) throw new Error('no question')
  return found
}

const isDone = (app: InProcessApp) => () =>
  app
    .told('stream.chunk')
    .some(({ role, chunk: { type: kind, finishReason } }) => role === 'assistant' && kind === 'finish' && finishReason === 'stop')

async function notesFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-notes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'note.txt'), 'buy rice')
  return folder
}

describe('a call to a server', () => {
  it('is declared, asked about, runs after the yes, and its result goes to Gemini and into the trail and the inspector', async () => {
    const folder = await notesFolder()
    const path = join(folder, 'note.txt')
    const lines = [wordsCome, modelCalls('c1', 'filesystem__read_text_file', { path }), answerComes('c1'), ...modelSays('Rice.')]
    const { app, service, conversationId } = await open(lines)
    await add(app, realServer('filesystem', folder))
    await app.call('text.send', { conversationId, text: 'What is in my note?' })
    const { approvalId, inputHash, toolName, input, destination, question: asked } = await question(app)
    expect({ toolName, input, destination }).toEqual({ toolName: 'filesystem__read_text_file', input: { path }, destination: 'filesystem' })
    expect(asked.en).toContain('Read Text File')
    await app.call('approval.decide', { approvalId, inputHash, approved: true })
    await app.until(isDone(app))
    const sent = JSON.stringify(service.received().map(({ frame }) => frame))
    expect(sent).toContain('"name":"filesystem__write_file"')
    expect(sent).toContain('buy rice')
    expect(service.violations()).toEqual([])
    const { events } = await app.call('inspector.read', { conversationId, fromEvent: 0, fromStep: 0 })
    const messages = events.flatMap((event) => (event.kind === 'server-message' ? [event] : []))
    expect(messages.map(({ server, direction }) => `${server} ${direction}`)).toEqual(['filesystem sent', 'filesystem received'])
    expect(messages[0]?.text).toContain('"method":"tools/call"')
    expect(messages[1]?.text).toContain('buy rice')
    const { entries } = await app.call('audit.list', { limit: 50 })
    expect(entries.map(({ event }) => event.kind)).toEqual(expect.arrayContaining(['requested', 'decided', 'executed']))
  })

  it('whose server asks while the window is hidden opens no dialog, unlike the call: a notification names the server, and the card waits', async () => {
    const tool = 'everything__trigger-elicitation-request'
    const native: string[] = []
    const { app, dialogs, notified, service, conversationId } = await open(
      [wordsCome, modelCalls('c1', tool, {}), answerComes('c1'), ...modelSays('There.')],
      () => true,
      {
        ...{ windowVisible: () => false, windowFocused: () => false },
        askNatively: ({ toolName }) => Promise.resolve(native.push(toolName) > 0),
      },
    )
    await add(app, realServer('everything'))
    await app.call('text.send', { conversationId, text: 'Let it ask me' })
    const waiting = () => app.told('elicitations.changed').at(-1)?.elicitations[0]
    await app.until(() => waiting() !== undefined)
    expect(native).toEqual([tool])
    expect(notified.at(-1)).toContain('everything')
    await app.call('elicitations.answer', {
      elicitationId: waiting()?.elicitationId ?? '',
      answer: { kind: 'accept', values: { name: 'Aki' } },
    })
    await app.until(isDone(app))
    expect(JSON.stringify(service.received().map(({ frame }) => frame))).toContain('- Name: Aki')
    expect(native).toHaveLength(1)
    expect(dialogs).toHaveLength(1)
  })

  it('that is denied changes nothing', async () => {
    const folder = await notesFolder()
    const path = join(folder, 'note.txt')
    const write = modelCalls('c1', 'filesystem__write_file', { path, content: 'gone' })
    const { app, conversationId } = await open([wordsCome, write, answerComes('c1'), ...modelSays('All right.')])
    await add(app, realServer('filesystem', folder))
    await app.call('text.send', { conversationId, text: 'Overwrite my note' })
    const { approvalId, inputHash, risk } = await question(app)
    expect(risk).toBe('high')
    await app.call('approval.decide', { approvalId, inputHash, approved: false })
    await app.until(isDone(app))
    expect(await readFile(path, 'utf8')).toBe('buy rice')
  })
})

describe('a server', () => {
  const server = scriptServer('notes', '')

  it('is added after main’s own dialog has shown the whole command, and only then started', async () => {
    const { app, dialogs } = await open([wordsCome, ...modelSays('Hello.')])
    await add(app, server)
    expect(dialogs).toHaveLength(1)
    for (const part of [server.command, ...server.args]) expect(dialogs[0]?.detail).toContain(JSON.stringify(part))
    await app.call('toolServers.save', { server: { ...server, on: false }, variables: {} })
    expect(dialogs).toHaveLength(1)
    await app.call('toolServers.save', { server: { ...server, trusted: true }, variables: {} })
    await app.call('toolServers.save', { server: { ...server, args: ['-e', '0'] }, variables: {} })
    expect(dialogs).toHaveLength(3)
  })

  it('whose changed tool has a long description is not accepted without a word that the dialog shows its beginning alone', async () => {
    const { app, dialogs } = await open([wordsCome, ...modelSays('Hello.')])
    for (const [name, length, isCut] of [
      ['short', 1500, false],
      ['long', 1501, true],
    ] as const) {
      const lines = `
        tools = [tool('one', { description: 'a' })]
        let lists = 0
        on('tools/list', () => {
          lists += 1
          if (lists === 1) setImmediate(() => send({ method: 'notifications/tools/list_changed' }))
          return { tools: lists === 1 ? tools : [tool('one', { description: 'b'.repeat(${length}) })] }
        })`
      await app.call('toolServers.save', { server: scriptServer(name, lines), variables: {} })
      const summary = () =>
        app
          .told('toolServers.changed')
          .at(-1)
          ?.servers.find(({ server: { name: own } }) => own === name)
      await app.until(() => summary()?.tools[0]?.state.kind === 'changed')
      await app.call('toolServers.accept', { name, tool: 'one', definitionHash: summary()?.tools[0]?.definitionHash ?? '' })
      expect(dialogs.at(-1)?.detail.includes('only the beginning')).toBe(isCut)
    }
  })

  it('is neither stored nor started without that yes', async () => {
    const { app } = await open([wordsCome, ...modelSays('Hello.')], () => false)
    await expect(app.call('toolServers.save', { server, variables: {} })).rejects.toThrow('not-confirmed')
    expect(await app.call('toolServers.list', null)).toEqual({ servers: [] })
  })

  it('can’t be added where there is no such dialog, nor with a command that is too long for it', async () => {
    const headless = await startInProcess({ fixtures: [] })
    onTestFinished(headless.remove)
    await expect(headless.call('toolServers.save', { server, variables: {} })).rejects.toThrow('tool-server-desktop-only')
    const { app } = await open([wordsCome, ...modelSays('Hello.')])
    const long = { ...server, args: ['x'.repeat(2000)] }
    await expect(app.call('toolServers.save', { server: long, variables: {} })).rejects.toThrow('tool-server-too-long')
  })

  it('is signed in at only after main’s own dialog has shown the host, and the yes', async () => {
    const service = await authorizationServer()
    const { address } = await protectedServer(service)
    const { app, dialogs } = await open([wordsCome, ...modelSays('Hello.')], ({ detail }) => !detail.includes(service.issuer))
    await app.call('toolServers.save', { server: { kind: 'address', name: 'web', on: true, trusted: false, address }, variables: {} })
    const signIn = () => app.told('toolServers.changed').at(-1)?.servers[0]?.signIn.kind
    await app.until(() => signIn() === 'wanted')
    await expect(app.call('toolServers.signIn', { name: 'web' })).rejects.toThrow('not-confirmed')
    expect(dialogs.at(-1)?.message).toContain(new URL(service.issuer).host)
    expect({ requests: service.requests, signIn: signIn() }).toEqual({ requests: [], signIn: 'wanted' })
  })

  it('does not start while recordings replace Gemini', async () => {
    const marker = join(await notesFolder(), 'started')
    const fixtures = [liveRecording('plain', [wordsCome, ...modelSays('Hello.')])]
    const app = await startInProcess({ fixtures, speed: 50, desktop: paperDesktop() })
    onTestFinished(app.remove)
    await app.call('toolServers.save', {
      server: scriptServer('notes', `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`),
      variables: {},
    })
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Hello?' })
    await app.until(isDone(app))
    expect(await app.call('toolServers.list', null)).toMatchObject({ servers: [{ state: { phase: 'stopped' } }] })
    await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

it('of 20 tools one has a hostile definition: the other 19 are declared, and the session lives', async () => {
  const { app, service, conversationId } = await open([wordsCome, ...modelSays('Hello.')])
  const hostile = `tool('tool_19', { inputSchema: { type: 'object', properties: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => ['p' + n, { $ref: '#' }])) } })`
  await add(app, scriptServer('many', `tools = [...Array.from({ length: 19 }, (_, index) => tool('tool_' + index)), ${hostile}]`))
  await app.call('text.send', { conversationId, text: 'Hello?' })
  await app.until(isDone(app))
  const frames = service.received().map(({ frame }) => JSON.stringify(frame))
  const [declaring = ''] = frames.filter((frame) => frame.includes('functionDeclarations'))
  expect(new Set(declaring.match(/many__tool_\d+/g))).toHaveProperty('size', 19)
  expect(declaring).not.toContain('many__tool_19')
  expect(service.violations()).toEqual([])
})

it('of 60 tools 40 are declared; the model finds another one, which is then declared and runs', async () => {
  const lines = [
    wordsCome,
    modelCalls('c1', 'find_tools', { words: 'tool_57' }),
    answerComes('c1'),
    modelCalls('c2', 'many__tool_57', {}),
    answerComes('c2'),
    ...modelSays('Done.'),
  ]
  const { app, service, conversationId } = await open(lines)
  await add(app, scriptServer('many', `tools = Array.from({ length: 60 }, (_, index) => tool('tool_' + index))`))
  await app.call('text.send', { conversationId, text: 'Use the tool' })
  const { approvalId, inputHash } = await question(app)
  await app.call('approval.decide', { approvalId, inputHash, approved: true })
  await app.until(isDone(app))
  const frames = service.received().map(({ frame }) => JSON.stringify(frame))
  const declaring = frames.filter((frame) => frame.includes('functionDeclarations'))
  expect(new Set(declaring[0]?.match(/many__tool_\d+/g))).toHaveProperty('size', 40)
  expect(declaring[0]).toContain('"name":"find_tools"')
  expect(declaring[0]).not.toContain('many__tool_57')
  expect(declaring.at(-1)).toContain('many__tool_57')
  expect(frames.join()).toContain('ran tool_57')
  expect(service.violations()).toEqual([])
})
