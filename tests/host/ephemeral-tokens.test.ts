import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCredentials } from '../../src/main/models/live/credentials'
import { createLiveSessionRig, testKey, testSetup } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { startScriptedLiveServer } from '../support/scripted-live-server'

const cleanups: (() => Promise<void>)[] = []
const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A server that answers every POST with the next token, or with the result of `reply`. */
async function tokenServer(reply?: (count: number) => { readonly status: number; readonly body: string }): Promise<string> {
  let count = 0
  const server: Server = createServer((request, response) => {
    count += 1
    const { status, body } =
      request.method === 'POST'
        ? (reply?.(count) ?? { status: 200, body: JSON.stringify({ name: `auth_tokens/token-${count}` }) })
        : { status: 405, body: '' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => void server.close(() => resolve())))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/token`
}

function credentials(tokenAddress: string) {
  return createCredentials({ has: () => true, key: () => testKey, tokenAddress: () => tokenAddress })
}

async function failureOf(tokenAddress: string): Promise<unknown> {
  return credentials(tokenAddress)
    .next()
    .catch((error: unknown) => error)
}

describe('an address that issues tokens', () => {
  it('is asked again for every connection, and the key goes nowhere', async () => {
    const live = await startScriptedLiveServer({})
    cleanups.push(() => live.close())
    const source = credentials(await tokenServer())
    const setup = testSetup(live.baseUrl)
    const rig = createLiveSessionRig(setup, {
      setup: async () => ({ ...setup, apiKey: await source.next() }),
      limits: { firstDelayMs: 2, longestDelayMs: 4, tries: 3 },
    })
    cleanups.push(() => rig.session.stop())
    rig.session.start()
    await until(() => expect(rig.session.state().phase).toBe('ready'))
    live.connections[0]?.socket.close(1011, 'Internal error encountered.')
    await until(() => expect(live.connections).toHaveLength(2))
    await until(() => expect(rig.session.state().phase).toBe('ready'))
    const addresses = live.connections.map(({ url }) => url)
    expect(
      addresses.map((url) => /BidiGenerateContentConstrained\?access_token=(auth_tokens\/token-\d)/.exec(decodeURIComponent(url))?.[1]),
    ).toEqual(['auth_tokens/token-1', 'auth_tokens/token-2'])
    expect(addresses.join(' ')).not.toContain(testKey)
  })

  it.each([
    [{ status: 403, body: '{}' }, 'key-refused', 'HTTP 403'],
    [{ status: 200, body: '{"name":"no token"}' }, 'key-refused', 'no token'],
    [{ status: 200, body: 'not json' }, 'key-refused', 'no token'],
  ])('that answers %j ends the session with a text that says so', async (reply, cause, words) => {
    const failure = await failureOf(await tokenServer(() => reply))
    expect(failure).toMatchObject({ failureCause: cause, message: expect.stringContaining(words) })
  })

  it('that can’t be reached is named', async () => {
    expect(await failureOf('http://127.0.0.1:9/token')).toMatchObject({
      failureCause: 'unreachable',
      message: expect.stringContaining('127.0.0.1:9'),
    })
  })

  it('is not used if none is set: the key is', async () => {
    expect(await credentials('').next()).toBe(testKey)
    expect(createCredentials({ has: () => false, key: () => null, tokenAddress: () => '' }).present()).toBe(false)
    expect(createCredentials({ has: () => false, key: () => null, tokenAddress: () => 'https://tokens.example' }).present()).toBe(true)
  })
})
