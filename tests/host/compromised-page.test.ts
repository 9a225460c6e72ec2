import { describe, expect, it, onTestFinished } from 'vitest'
import type { Confirmation } from '../../src/main/platform/desktop'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { ArgumentMatcher, MatcherOperator } from '../../src/shared/approvals/policy-rule'
import { defaultHotkeys } from '../../src/shared/hotkeys/shortcut'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { scriptServer } from '../support/tool-server-rig'

const KEY = 'a-key-for-tests'

/** The app of a user who answers main's dialogs like this; null: a host without dialogs. */
async function opened(answer: boolean | null) {
  const asked: Confirmation[] = []
  const desktop = paperDesktop({
    confirm(question) {
      asked.push(question)
      return Promise.resolve(answer === true)
    },
  })
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: KEY }, ...(answer !== null && { desktop }) })
  onTestFinished(() => app.remove())
  return { app, asked }
}

/** A server of the attacker, which speaks Gemini's protocol. */
async function attacker(): Promise<FixtureServer> {
  const server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 100 })
  onTestFinished(() => server.close())
  return server
}

const rule = (tool: string, matchers: readonly ArgumentMatcher[] = []) => ({
  place: 1,
  rule: { ruleId: null, name: { en: 'r', ja: 'r' }, tool, scope: { kind: 'always' }, effect: 'allow', matchers: [...matchers] } as const,
})
const limited = (tool: string, operator: MatcherOperator, value: string) => rule(tool, [{ argument: 'url', operator, value }])
const paymentsIn = (conversationId: string) => {
  const { rule: allowing } = rule('process_payment')
  return { place: 1, rule: { ...allowing, scope: { kind: 'conversation', conversationId } } as const }
}

/** The calls with which a compromised page would gain power, and the resulting state of the app. */
const grabs: readonly [string, (app: InProcessApp, address: string) => Promise<unknown>][] = [
  ['another service address', (app, serviceAddress) => app.call('settings.update', { serviceAddress })],
  ['an address for tokens', (app, tokenAddress) => app.call('settings.update', { tokenAddress })],
  ['a server for conversations, as a setting', (app) => app.call('settings.update', { serverAddress: 'https://evil.example' })],
  ['a server for conversations', (app) => app.call('server.connect', { address: 'https://evil.example', token: null })],
  ['a program of its own', (app) => app.call('gateway.addClient', { name: 'mine', scopes: ['chat', 'approve-low'], origins: [] })],
  ['a tool without a question', (app) => app.call('rules.save', rule('write_clipboard'))],
  [
    'a tool without a question, by a limit that is a switch',
    (app) => app.call('rules.save', rule('get_location', [{ argument: 'exact', operator: 'equals', value: true }])),
  ],
  ['payments without a question', (app) => app.call('rules.save', rule('*', [{ argument: 'amount', operator: 'at-most', value: 1e9 }]))],
  [
    'a tool without a question, by a limit that limits nothing',
    (app) => app.call('rules.save', limited('open_url', 'starts-with', 'http')),
  ],
  ['payments of a conversation without a question', (app) => app.call('rules.save', paymentsIn('conversation-1'))],
  ['a tool that allows by default', (app) => app.call('tools.setDefault', { toolName: 'write_clipboard', effect: 'allow' })],
]

describe('a compromised page', () => {
  it.each(grabs)('gets %s only if the user agrees in a dialog of main’s own', async (_what, grab) => {
    const { app, asked } = await opened(false)
    const { baseUrl } = await attacker()
    const before = await app.call('app.bootstrap', null)
    await expect(grab(app, baseUrl)).rejects.toThrow('not-confirmed')
    expect(asked).toHaveLength(1)
    expect((await app.call('app.bootstrap', null)).settings).toEqual(before.settings)
    expect((await app.call('rules.list', null)).rules.filter(({ rule: { origin } }) => origin === 'user')).toEqual([])
    expect((await app.call('gateway.state', null)).clients).toEqual([])
  })

  it('can’t send the key to another host: not by a test, and not by talking', async () => {
    const { app } = await opened(null)
    const server = await attacker()
    await app.call('settings.update', { serviceAddress: server.baseUrl })
    expect(await app.call('key.test', { key: null })).toMatchObject({ kind: 'failed', cause: 'key-missing' })
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Hello.', attachmentIds: [] })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'failed')
    expect(app.told('conversation.status').at(-1)?.session).toMatchObject({ cause: 'key-missing' })
    expect(server.received()).toEqual([])
  })

  it('erases everything, with the audit trail and the backups, only if the user agrees in a dialog of main’s own', async () => {
    let agrees = false
    const asked: string[] = []
    const desktop = paperDesktop({
      confirm({ message, detail }) {
        asked.push(`${message} ${detail}`)
        return Promise.resolve(agrees)
      },
    })
    const app = await startInProcess({ fixtures: [], desktop })
    onTestFinished(() => app.remove())
    await app.call('conversation.create', null)
    await app.call('backup.make', null)
    await expect(app.call('storage.wipe', null)).rejects.toThrow('not-confirmed')
    expect(asked).toEqual([expect.stringMatching(/^Erase everything\? .*audit trail/)])
    expect(await app.call('storage.facts', null)).toMatchObject({ conversations: 1, backups: [expect.anything()] })
    agrees = true
    await app.call('storage.wipe', null)
    expect(await app.call('storage.facts', null)).toMatchObject({ conversations: 0, backups: [] })
  })

  it('gets no rule for the tools of a server by switching it off while the rule is made', async () => {
    let agrees = true
    const desktop = paperDesktop({ confirm: () => Promise.resolve(agrees) })
    const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: KEY }, desktop })
    onTestFinished(() => app.remove())
    const server = scriptServer(
      'notes',
      `tools = [tool('get_weather', { annotations: { destructiveHint: true } }),
         tool('post', { inputSchema: { type: 'object', properties: { how: { enum: ['now', 'later'] } } } })]`,
    )
    const save = (on: boolean) => app.call('toolServers.save', { server: { ...server, on }, variables: {} })
    await save(true)
    const tools = () => app.told('toolServers.changed').at(-1)?.servers[0]?.tools ?? []
    await app.until(() => tools().length > 0)
    expect(tools()).toMatchObject([
      { name: 'notes__get_weather', risk: 'high' },
      { name: 'notes__post', risk: 'medium' },
    ])
    agrees = false
    await save(false)
    // a tool of a server that is off is known with its arguments, too
    await expect(app.call('rules.save', rule('notes__post', [{ argument: 'how', operator: 'equals', value: 'now' }]))).rejects.toThrow(
      'not-confirmed',
    )
    const { conversationId } = await app.call('conversation.create', null)
    const { rule: weather, place } = rule('*get_weather')
    const allowing = { place, rule: { ...weather, scope: { kind: 'conversation', conversationId } } } as const
    await expect(app.call('rules.save', allowing)).rejects.toThrow('not-confirmed')
  })

  it('gets no trust in a server that the dialog does not speak of', async () => {
    const { app, asked } = await opened(false)
    const server = scriptServer('notes', '')
    for (const trusted of [false, true])
      await expect(app.call('toolServers.save', { server: { ...server, trusted }, variables: {} })).rejects.toThrow('not-confirmed')
    expect(asked.map(({ detail }) => detail.includes('Trust what it says about its tools'))).toEqual([false, true])
  })

  it('can’t hide a yes among many dialogs: one is open at a time', async () => {
    let answer: (agreed: boolean) => void = () => undefined
    const desktop = paperDesktop({ confirm: () => new Promise((resolve) => (answer = resolve)) })
    const app = await startInProcess({ fixtures: [], desktop })
    onTestFinished(() => app.remove())
    const first = app.call('gateway.addClient', { name: 'one', scopes: ['chat'], origins: [] })
    await expect(app.call('gateway.addClient', { name: 'two', scopes: ['chat'], origins: [] })).rejects.toThrow('not-confirmed')
    answer(true)
    expect((await first).client.name).toBe('one')
  })
})

describe('a rule that asks or denies, before one that allows more', () => {
  async function withRules() {
    let agrees = true
    const asked: Confirmation[] = []
    const desktop = paperDesktop({
      confirm(question) {
        asked.push(question)
        return Promise.resolve(agrees)
      },
    })
    const app = await startInProcess({ fixtures: [], desktop })
    onTestFinished(() => app.remove())
    const allowing = (await app.call('rules.save', rule('open_url'))).saved.rule.ruleId
    const denying = {
      ...limited('open_url', 'contains', 'evil'),
      rule: { ...limited('open_url', 'contains', 'evil').rule, effect: 'deny' },
    } as const
    const denyingId = (await app.call('rules.save', denying)).saved.rule.ruleId
    agrees = false
    const order = async () => (await app.call('rules.list', null)).rules.map(({ rule: { ruleId } }) => ruleId)
    return { app, asked, allowing, denying, denyingId, before: await order(), order, dialogs: asked.length }
  }
  type Scene = Awaited<ReturnType<typeof withRules>>
  const openings: readonly [string, (scene: Scene) => Promise<unknown>][] = [
    ['removed', ({ app, denyingId: ruleId }) => app.call('rules.remove', { ruleId })],
    ['moved behind it', ({ app, denyingId: ruleId }) => app.call('rules.move', { ruleId, place: 2 })],
    ['passed by it', ({ app, allowing: ruleId }) => app.call('rules.move', { ruleId, place: 1 })],
    ['made narrower', ({ app, denyingId: ruleId, denying }) => app.call('rules.save', { ...denying, rule: { ...denying.rule, ruleId } })],
  ]
  it.each(openings)('is %s only if the user agrees in a dialog of main’s own', async (_what, open) => {
    const scene = await withRules()
    await expect(open(scene)).rejects.toThrow('not-confirmed')
    expect(scene.asked.slice(scene.dialogs)).toMatchObject([{ detail: 'Tool: open_url' }])
    expect(await scene.order()).toEqual(scene.before)
  })
})

describe('a payment', () => {
  async function requested(pressed: boolean[]) {
    const takes: (readonly [string, number])[] = []
    const app = await startInProcess({
      fixtures: [await bundledFixture('payment')],
      speed: 100,
      takePress(window, since) {
        takes.push([window, since])
        return pressed.shift() ?? false
      },
    })
    onTestFinished(() => app.remove())
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Pay the Hoshino Print invoice from the studio account.', attachmentIds: [] })
    await app.until(() => app.told('approval.changed').length > 0)
    const [approval] = app.told('approval.changed')
    if (approval === undefined) throw new Error('nothing was asked')
    const { approvalId, inputHash, requestedAt } = approval
    return { app, takes, requestedAt, yes: { approvalId, inputHash, approved: true } }
  }
  const states = (app: InProcessApp) => app.told('approval.changed').map(({ state }) => state)

  it('is not allowed by a page without a press that main saw, one by one, together or as the overlay, and stays open', async () => {
    const { app, takes, requestedAt, yes } = await requested([])
    await expect(app.call('approval.decide', yes)).rejects.toThrow('approval-without-input')
    await expect(app.call('overlay.answer', yes)).rejects.toThrow('approval-without-input')
    expect((await app.call('approval.decideAll', { decisions: [yes] })).results).toMatchObject([{ code: 'approval-without-input' }])
    expect(takes).toEqual(['main', 'overlay', 'main'].map((window) => [window, requestedAt]))
    expect(states(app)).toEqual(['requested'])
    const { entries } = await app.call('audit.list', { limit: 10 })
    expect(entries.filter(({ event }) => event.kind === 'decided' && event.decision === 'refused')).toHaveLength(3)
  })

  it('is allowed by the press that follows, and a no needs none', async () => {
    const { app, yes } = await requested([false, true])
    await expect(app.call('approval.decide', yes)).rejects.toThrow('approval-without-input')
    expect((await app.call('approval.decide', yes)).approval.state).toBe('approved')
    const other = await requested([])
    expect((await other.app.call('approval.decide', { ...other.yes, approved: false })).approval.state).toBe('denied')
    expect(other.takes).toEqual([])
  })
})

it('a key that is for another address goes to Google only if the user agrees in a dialog of main’s own', async () => {
  let agrees = true
  const asked: string[] = []
  const desktop = paperDesktop({
    confirm({ message }) {
      asked.push(message)
      return Promise.resolve(agrees)
    },
  })
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: KEY }, desktop })
  onTestFinished(() => app.remove())
  const { baseUrl } = await attacker()
  await app.call('settings.update', { serviceAddress: baseUrl })
  agrees = false
  await expect(app.call('settings.update', { serviceAddress: '' })).rejects.toThrow('not-confirmed')
  expect(asked.at(-1)).toContain('generativelanguage.googleapis.com')
  expect(await app.call('key.test', { key: null })).toMatchObject({ kind: 'works' })
})

it('an address that the user agreed to gets the key, and the dialog names its host', async () => {
  const { app, asked } = await opened(true)
  const { baseUrl } = await attacker()
  await app.call('settings.update', { serviceAddress: baseUrl })
  expect(asked[0]?.message).toContain(new URL(baseUrl).host)
  expect(await app.call('key.test', { key: null })).toMatchObject({ kind: 'works' })
})

const switches = ['microphoneAllowed', 'gateway', 'storeAtGoogle'] as const

it.each(switches)('%s is turned on again by a page only after a press that main saw, or a yes in a dialog of main’s own', async (name) => {
  const asked: string[] = []
  let [pressed, agrees] = [true, false]
  const confirm = ({ message }: Confirmation) => {
    asked.push(message)
    return Promise.resolve(agrees)
  }
  const app = await startInProcess({ fixtures: [], desktop: paperDesktop({ confirm }), takePress: () => pressed })
  onTestFinished(() => app.remove())
  await app.call('settings.update', { [name]: false })
  await app.call('settings.update', { [name]: true })
  await app.call('settings.update', { [name]: false })
  expect(asked).toEqual([])
  pressed = false
  await expect(app.call('settings.update', { theme: 'dark', [name]: true })).rejects.toThrow('not-confirmed')
  expect(asked).toHaveLength(1)
  expect((await app.call('app.bootstrap', null)).settings).toMatchObject({ [name]: false, theme: 'system' })
  agrees = true
  expect(await app.call('settings.update', { [name]: true })).toMatchObject({ [name]: true })
})

const copying = { key: 'KeyC', modifiers: ['control'] } as const
it.each([
  ['of the list', (app: InProcessApp) => app.call('hotkey.set', { action: 'sight', shortcut: copying })],
  [
    'among other settings',
    (app: InProcessApp) => app.call('settings.update', { hotkeys: { ...defaultHotkeys, sight: copying }, theme: 'dark' }),
  ],
] as const)(
  'a system-wide key %s is set by a page only after a press that main saw, or a yes in a dialog of main’s own',
  async (_, set) => {
    const asked: string[] = []
    let [pressed, agrees] = [false, false]
    const confirm = ({ message }: Confirmation) => {
      asked.push(message)
      return Promise.resolve(agrees)
    }
    const app = await startInProcess({ fixtures: [], desktop: paperDesktop({ confirm }), takePress: () => pressed })
    onTestFinished(() => app.remove())
    const key = async () => (await app.call('app.bootstrap', null)).settings.hotkeys.sight
    await expect(set(app)).rejects.toThrow('not-confirmed')
    expect(await key()).toBeNull()
    expect(asked).toEqual(['Turn on “Show Gemini the screen: Ctrl + C”?'])
    // a key that is taken away gives no power
    await app.call('settings.update', { hotkeys: { ...defaultHotkeys, hold: null } })
    await expect(app.call('hotkey.reset', { action: 'hold' })).rejects.toThrow('not-confirmed')
    expect(asked).toHaveLength(2)
    agrees = true
    await app.call('hotkey.reset', { action: 'hold' })
    agrees = false
    pressed = true
    await app.call('settings.update', { hotkeys: { ...defaultHotkeys, sight: copying } })
    expect([asked.length, await key()]).toEqual([3, copying])
  },
)

it('what gives no more power needs no dialog', async () => {
  const { app, asked } = await opened(false)
  await app.call('settings.update', { voice: 'Puck', serviceAddress: '' })
  await app.call('rules.save', rule('get_weather'))
  await app.call('rules.save', { ...rule('process_payment'), rule: { ...rule('process_payment').rule, effect: 'deny' } })
  expect(asked).toEqual([])
})
