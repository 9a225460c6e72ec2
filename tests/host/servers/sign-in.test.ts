import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/main/lib/system-clock'
import { memorySecretStore } from '../../../src/main/platform/secrets/secret-store'
import { signInTime } from '../../../src/main/servers/sign-in/server-sign-in'
import type { Clock } from '../../../src/shared/lib/clock'
import { modelText } from '../../../src/shared/messages/message'
import { type AddressServer, clientSecretName } from '../../../src/shared/servers/tool-server'
import { type AuthorizationServer, authorizationServer, protectedServer } from '../../support/authorization-server'
import { createFakeClock } from '../../support/fake-clock'
import { httpServer } from '../../support/http-server'
import { type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

const webServer = (address: string): AddressServer => ({ kind: 'address', name: 'web', on: true, trusted: false, address })
const signIn = (rig: ToolServerRig) => rig.servers.list()[0]?.signIn
const phase = (rig: ToolServerRig) => rig.servers.list()[0]?.state.phase

/** A server that wants a sign-in at a service, and Parley with that server. */
async function open(service: AuthorizationServer, clientId?: string, secret?: string, clock: Clock = systemClock) {
  const server = await protectedServer(service)
  const secrets = memorySecretStore()
  const rig = toolServerRig({ secrets, clock })
  const web = { ...webServer(server.address), ...(clientId !== undefined && { clientId }) }
  await rig.servers.save(web, secret === undefined ? {} : { [clientSecretName]: secret })
  await rig.start()
  return { rig, server, secrets, stored: async () => (await secrets.read('tool-server-sign-in-web')) ?? '' }
}

/** Agrees to the sign-in, and opens the page; resolves with its address. */
async function openPage(rig: ToolServerRig): Promise<string> {
  expect(await rig.servers.findSignIn('web')).toMatchObject({ ok: true })
  expect(await rig.servers.signIn('web')).toMatchObject({ ok: true })
  return rig.pages.at(-1) ?? ''
}

async function signsIn(rig: ToolServerRig, service: AuthorizationServer): Promise<void> {
  expect(await service.visit(await openPage(rig))).toBe(200)
  await rig.until(() => signIn(rig)?.kind === 'in' && phase(rig) === 'ready')
}

async function signedIn(clock: Clock = systemClock) {
  const service = await authorizationServer()
  const opened = await open(service, undefined, undefined, clock)
  await signsIn(opened.rig, service)
  return { ...opened, service }
}

const requested = (service: AuthorizationServer, path: string) => service.requests.filter((request) => request.path === path)

describe('a server that wants a sign-in', () => {
  it('registers nothing and opens nothing until the user agreed to the host', async () => {
    const service = await authorizationServer()
    const { rig, server } = await open(service)
    expect(signIn(rig)).toEqual({ kind: 'wanted', again: false, why: null })
    expect(await rig.servers.signIn('web')).toMatchObject({ ok: false, error: { code: 'server-sign-in-unseen' } })
    expect(await rig.servers.findSignIn('web')).toEqual({ ok: true, value: { host: new URL(service.issuer).host, issuer: service.issuer } })
    expect({ requests: service.requests, pages: rig.pages }).toEqual({ requests: [], pages: [] })
    expect(server.authorizations.every((one) => one === undefined)).toBe(true)
  })

  it('is used after the user signed in, with tokens that are in the key store and nowhere else', async () => {
    const { rig, server, service, stored } = await signedIn()
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 1' })
    const [page] = requested(service, '/authorize')
    expect(page?.fields).toMatchObject({ code_challenge_method: 'S256', resource: server.address, scope: 'read' })
    const shown = JSON.stringify([rig.servers.list(), rig.servers.messages('web'), rig.table.list(), rig.reports])
    expect(service.tokens).toHaveLength(2)
    for (const token of service.tokens) {
      expect(await stored()).toContain(token)
      expect(shown).not.toContain(token)
    }
  })

  it('asks for it again if the user refused at the service', async () => {
    const service = await authorizationServer({ refuses: true })
    const { rig, stored } = await open(service)
    await service.visit(await openPage(rig))
    await rig.until(() => signIn(rig)?.kind === 'wanted')
    expect(signIn(rig)).toMatchObject({ why: { code: 'server-sign-in-refused' } })
    expect(await stored()).toBe('')
  })

  it('waits for the browser for ten minutes', async () => {
    const service = await authorizationServer()
    const server = await protectedServer(service)
    const clock = createFakeClock()
    const rig = toolServerRig({ clock })
    await rig.start(webServer(server.address))
    const page = await openPage(rig)
    expect(signIn(rig)).toMatchObject({ kind: 'waiting' })
    clock.advance(signInTime)
    expect(signIn(rig)).toMatchObject({ kind: 'wanted', why: { code: 'server-sign-in-late' } })
    await expect(service.visit(page)).rejects.toThrow()
  })

  it.each([
    ['without PKCE', { code_challenge_methods_supported: [] }],
    ['with a page that is not protected', { authorization_endpoint: 'http://example.com/authorize' }],
    ['that gives tokens without protection', { token_endpoint: 'http://example.com/token' }],
    ['of another name', { issuer: 'https://example.com' }],
  ])('is not signed in at a service %s', async (_, metadata) => {
    const service = await authorizationServer({ metadata })
    const { rig } = await open(service)
    expect(await rig.servers.findSignIn('web')).toMatchObject({ ok: false, error: { code: 'server-sign-in-none' } })
  })
})

describe('a service that registers no apps', () => {
  const metadata = { registration_endpoint: undefined }
  const redirect = 'http://127.0.0.1/callback'

  it('is not signed in at without the client ID that the user has of it', async () => {
    const { rig } = await open(await authorizationServer({ metadata }))
    expect(await rig.servers.findSignIn('web')).toMatchObject({ ok: false, error: { code: 'server-sign-in-no-client' } })
  })

  it.each([
    ['a client ID', 'Iv1.0123', undefined],
    ['a client ID and its secret', 'Iv1.0123', 'shh'],
    ['the address of a client ID metadata document', 'https://parley.example/client.json', undefined],
  ])('is signed in at with %s that the user entered, and nothing is registered', async (_, clientId, secret) => {
    const methods = [secret === undefined ? 'none' : 'client_secret_post']
    const apps = { [clientId]: { redirect, ...(secret !== undefined && { secret }) } }
    const service = await authorizationServer({ apps, metadata: { ...metadata, token_endpoint_auth_methods_supported: methods } })
    const { rig } = await open(service, clientId, secret)
    await signsIn(rig, service)
    expect(requested(service, '/authorize')[0]?.fields).toMatchObject({ client_id: clientId })
    expect(requested(service, '/register')).toEqual([])
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 1' })
    expect(JSON.stringify([rig.servers.list(), rig.servers.messages('web'), rig.table.list()])).not.toContain('shh')
  })
})

describe('the answer of the browser', () => {
  it('is taken only with the state of this sign-in, at its own address', async () => {
    const service = await authorizationServer()
    const { rig } = await open(service)
    const page = new URL(await openPage(rig))
    const callback = new URL(page.searchParams.get('redirect_uri') ?? '')
    const state = page.searchParams.get('state') ?? ''
    const status = async (url: URL, headers = {}) => (await fetch(url, { headers })).status
    expect(await status(new URL(`?code=1&state=other`, callback))).toBe(404)
    expect(await status(new URL(`/?code=1&state=${state}`, callback))).toBe(404)
    expect(signIn(rig)).toMatchObject({ kind: 'waiting' })
    expect(await service.visit(page.href)).toBe(200)
    await rig.until(() => signIn(rig)?.kind === 'in')
  })

  it.each([
    ['of another issuer', 'https://example.com'],
    ['without the issuer that the service promises', null],
  ])('%s is worth nothing, and its code goes nowhere', async (_, iss) => {
    const service = await authorizationServer({ iss })
    const { rig } = await open(service)
    await service.visit(await openPage(rig))
    await rig.until(() => signIn(rig)?.kind === 'wanted')
    expect(signIn(rig)).toMatchObject({ why: { code: 'server-sign-in-failed' } })
    expect(requested(service, '/token')).toEqual([])
  })
})

describe('a token', () => {
  it('that expires during a call is renewed, and the call runs once', async () => {
    const { rig, server, service } = await signedIn()
    let isFirst = true
    server.beforeCall(() => {
      if (isFirst) service.expire()
      isFirst = false
    })
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 1' })
    expect(server.runs()).toBe(1)
    expect(requested(service, '/token').map(({ fields }) => fields.grant_type)).toEqual(['authorization_code', 'refresh_token'])
  })

  it('is renewed once for calls that wait for it together', async () => {
    const { rig, service } = await signedIn()
    service.expire()
    await Promise.all([1, 2, 3].map(() => rig.run('web__who', {})))
    expect(requested(service, '/token')).toHaveLength(2)
  })

  it('that another Parley with the same key store renewed is taken from there, and neither asks for a sign-in', async () => {
    const { rig, server, service, secrets } = await signedIn()
    const other = toolServerRig({ secrets })
    await other.start(webServer(server.address))
    expect(await other.run('web__who', {})).toMatchObject({ text: 'run 1' })
    for (const [turn, one] of [rig, other, rig, other].entries()) {
      service.expire()
      expect(await one.run('web__who', {})).toMatchObject({ text: `run ${turn + 2}` })
    }
    expect([signIn(rig), signIn(other)]).toMatchObject([{ kind: 'in' }, { kind: 'in' }])
  })

  it('of one Parley is not touched by another one with a sign-in of its own, which renews it and signs out', async () => {
    const { rig, server, service } = await signedIn()
    const other = toolServerRig()
    await other.start(webServer(server.address))
    await signsIn(other, service)
    service.expire()
    await other.run('web__who', {})
    await other.servers.signOut('web')
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 2' })
    expect([signIn(rig)?.kind, signIn(other)?.kind]).toEqual(['in', 'wanted'])
  })

  const HOUR = 3_600_000
  it.each([
    ['was set forward by hours', 5 * HOUR, false],
    ['was set back by hours, and expired meanwhile', -5 * HOUR, true],
  ])('is renewed once, and the call runs once, if the clock %s', async (_, jump, expires) => {
    let wrong = 0
    const { rig, server, service } = await signedIn({ ...systemClock, now: () => Date.now() + wrong })
    wrong = jump
    if (expires) service.expire()
    for (let run = 1; run <= 2; run += 1) expect(await rig.run('web__who', {})).toMatchObject({ text: `run ${run}` })
    expect(server.runs()).toBe(2)
    expect(requested(service, '/token').map(({ fields }) => fields.grant_type)).toEqual(['authorization_code', 'refresh_token'])
    expect(signIn(rig)).toMatchObject({ kind: 'in' })
  })

  it('that can’t be renewed ends the sign-in: the call is not run, and runs after the user signed in again', async () => {
    const { rig, server, service, stored } = await signedIn()
    service.end()
    await expect(rig.run('web__who', {})).rejects.toMatchObject({ text: { code: 'server-not-running' } })
    expect(server.runs()).toBe(0)
    expect(signIn(rig)).toEqual({ kind: 'wanted', again: true, why: null })
    expect(await stored()).toBe('')
    await signsIn(rig, service)
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 1' })
  })

  it('of one service never goes to another that the server names later', async () => {
    const { rig, server, service } = await signedIn()
    const other = await authorizationServer()
    server.trust(other)
    await expect(rig.run('web__who', {})).rejects.toMatchObject({ text: { code: 'server-not-running' } })
    expect(other.requests).toEqual([])
    expect(requested(service, '/token')).toHaveLength(2)
    await signsIn(rig, other)
    const sent = JSON.stringify(other.requests)
    for (const token of service.tokens) expect(sent).not.toContain(token)
    expect(await rig.run('web__who', {})).toMatchObject({ text: 'run 1' })
  })

  it('is not sent where a server redirects to', async () => {
    const service = await authorizationServer()
    const seen: (string | undefined)[] = []
    const elsewhere = await httpServer((request, response) => {
      seen.push(request.headers.authorization)
      response.end()
    })
    const { rig, secrets } = await open(service)
    await signsIn(rig, service)
    const saved = JSON.parse((await secrets.read('tool-server-sign-in-web')) ?? '{}')
    const redirecting = await httpServer((_, response) => {
      response.writeHead(307, { location: elsewhere })
      response.end()
    })
    await secrets.write('tool-server-sign-in-web', JSON.stringify({ ...saved, server: `${redirecting}/mcp` }))
    const second = toolServerRig({ secrets })
    await second.start(webServer(`${redirecting}/mcp`))
    expect(phase(second)).toBe('failed')
    expect(seen).toEqual([])
  })

  it('is forgotten, and given back, when the user signs out', async () => {
    const { rig, server, service, stored } = await signedIn()
    expect(await rig.servers.signOut('web')).toMatchObject({ ok: true })
    await rig.until(() => phase(rig) === 'failed')
    expect(await stored()).toBe('')
    expect(requested(service, '/revoke')).toMatchObject([{ fields: { token: service.tokens[1] } }])
    expect(server.authorizations.at(-1)).toBeUndefined()
  })

  it('is forgotten with its server, or when the server gets another address', async () => {
    const { rig, stored, server } = await signedIn()
    await rig.servers.save(webServer(`${server.address}/other`), {})
    expect(await stored()).toBe('')
    await rig.servers.save(webServer(server.address), {})
    const again = await signedIn()
    await again.rig.servers.remove('web')
    expect(await again.stored()).toBe('')
  })
})

it('a call that needs more rights is not run, and the next sign-in asks for them besides those there were', async () => {
  const { rig, server, service } = await signedIn()
  server.needScope('write')
  const refused = await rig.run('web__who', {}).catch((error: { readonly text: Parameters<typeof modelText>[0] }) => modelText(error.text))
  expect(refused).toContain('more rights')
  expect(server.runs()).toBe(0)
  expect(signIn(rig)).toMatchObject({ kind: 'wanted', again: true })
  expect(new URL(await openPage(rig)).searchParams.get('scope')).toBe('read write')
  expect(service.tokens).toHaveLength(2)
})
