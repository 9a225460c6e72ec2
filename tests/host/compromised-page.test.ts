import { describe, expect, it, onTestFinished } from 'vitest'
import type { Confirmation } from '../../src/main/platform/desktop'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'

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

const rule = (tool: string, matchers: readonly { argument: string; operator: 'at-most'; value: number }[] = []) => ({
  place: 1,
  rule: { ruleId: null, name: { en: 'r', ja: 'r' }, tool, scope: { kind: 'always' }, effect: 'allow', matchers: [...matchers] } as const,
})

/** The calls with which a compromised page would gain power, and the resulting state of the app. */
const grabs: readonly [string, (app: InProcessApp, address: string) => Promise<unknown>][] = [
  ['another service address', (app, serviceAddress) => app.call('settings.update', { serviceAddress })],
  ['an address for tokens', (app, tokenAddress) => app.call('settings.update', { tokenAddress })],
  ['a server for conversations, as a setting', (app) => app.call('settings.update', { serverAddress: 'https://evil.example' })],
  ['a server for conversations', (app) => app.call('server.connect', { address: 'https://evil.example', token: null })],
  ['a program of its own', (app) => app.call('gateway.addClient', { name: 'mine', scopes: ['chat', 'approve-low'], origins: [] })],
  ['a tool without a question', (app) => app.call('rules.save', rule('write_clipboard'))],
  ['payments without a question', (app) => app.call('rules.save', rule('*', [{ argument: 'amount', operator: 'at-most', value: 1e9 }]))],
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

it('an address that the user agreed to gets the key, and the dialog names its host', async () => {
  const { app, asked } = await opened(true)
  const { baseUrl } = await attacker()
  await app.call('settings.update', { serviceAddress: baseUrl })
  expect(asked[0]?.message).toContain(new URL(baseUrl).host)
  expect(await app.call('key.test', { key: null })).toMatchObject({ kind: 'works' })
})

it('what gives no more power needs no dialog', async () => {
  const { app, asked } = await opened(false)
  await app.call('settings.update', { voice: 'Puck', serviceAddress: '' })
  await app.call('rules.save', rule('get_weather'))
  await app.call('rules.save', { ...rule('process_payment'), rule: { ...rule('process_payment').rule, effect: 'deny' } })
  expect(asked).toEqual([])
})
