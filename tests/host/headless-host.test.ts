import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { largestFrameBytes } from '../../src/main/platform/headless/page-link'
import { type HeadlessPlatform, headlessPlatform } from '../../src/main/platform/headless/platform'
import { contentSecurityPolicy } from '../../src/main/platform/security-policy'
import { defaultHotkeys } from '../../src/shared/hotkeys/shortcut'
import { decodeFrame, encodeFrame } from '../../src/shared/ipc/frame'
import { z } from '../../src/shared/lib/zod'
import { messageOf } from '../../src/shared/messages/message'
import { buildHeadlessPage } from '../support/built-headless-page'
import { closeCode, nextFrame, type Stranger, strangerAt } from '../support/stranger'

const frameSchema = z.looseObject({ kind: z.string(), number: z.number().optional(), name: z.string().optional() })

let page: Awaited<ReturnType<typeof buildHeadlessPage>>
let host: HeadlessPlatform
let stranger: Stranger
let calls: { name: string; payload: unknown }[]
let visibilityChanges: (() => void)[]

beforeAll(async () => {
  page = await buildHeadlessPage()
})
afterAll(() => rm(page.folder, { recursive: true, force: true }))

beforeEach(async () => {
  calls = []
  visibilityChanges = []
  host = headlessPlatform({
    rendererFolder: page.rendererFolder,
    transportFile: page.transportFile,
    userDataFolder: join(page.folder, 'data'),
    fixturesFolder: page.folder,
    port: 0,
    clock: systemClock,
    report: () => undefined,
  })
  host.onVisibilityChange(() => {
    for (const wake of visibilityChanges.splice(0)) wake()
  })
  await host.serve(async (name, payload) => {
    calls.push({ name, payload })
    return { ok: true, value: { name, payload } }
  })
  stranger = strangerAt(host.address())
})
afterEach(() => host.close())

describe('the page over HTTP', () => {
  it('comes with the policy of the app and one extra script, on 127.0.0.1 alone', async () => {
    const url = new URL(host.address().url)
    expect(url.hostname).toBe('127.0.0.1')
    const answer = await stranger.get('/')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.body).toBe(
      '<!doctype html><html><head><script src="/headless-transport.js"></script><title>page</title></head><body></body></html>',
    )
    expect((await stranger.get('/headless-transport.js')).body).toContain('WebSocket')
  })

  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]'])('is refused to the host name %s', async (name) => {
    expect((await stranger.get('/', { host: name })).status).toBe(421)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('answers no %s', async (method) => {
    const answer = await stranger.get('/', {}, method)
    expect(answer.status).toBe(405)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/index.html/',
    '/.hidden.txt',
    '/index.html%00.txt',
    'http://127.0.0.1/secret.txt',
    '/assets',
    '/nothing.js',
  ])('does not contain %s', async (path) => {
    const answer = await stranger.rawGet(path)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toContain('outside')
  })

  it('gives nothing from outside its folder for any path', async () => {
    const segment = fc.constantFrom('..', '.', '', 'assets', 'secret.txt', '%2e%2e', '%2f', '\\', 'page.js', '....', '~', 'index.html')
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 6 }), async (segments) => {
        expect(await stranger.rawGet(`/${segments.join('/')}`)).not.toContain('outside')
      }),
      { numRuns: 100 },
    )
  })

  it('survives invalid HTTP', async () => {
    await stranger.rawSend('\x16\x03\x01 nonsense\r\n\r\n')
    expect((await stranger.get('/')).status).toBe(200)
  })
})

describe('the channel', () => {
  const wrong = {
    'a wrong token': { protocols: ['parley.v1', `token.${'A'.repeat(43)}`] },
    'no token': { protocols: ['parley.v1'] },
    'an empty token': { protocols: ['parley.v1', 'token.x'] },
    'no protocol': { protocols: [] },
    'a foreign origin': { origin: 'http://evil.example' },
    'an origin on another port': { origin: 'http://127.0.0.1:1' },
    'the origin of a file': { origin: 'null' },
    'a foreign host': { host: 'evil.example' },
    'the host localhost': { host: 'localhost' },
    'another path': { path: '/' },
    'a token in the address': { path: '/ipc?token=x' },
  }
  it.each(Object.entries(wrong))('is refused with 403 for %s', async (_name, change) => {
    expect(await stranger.refusedWith(change)).toBe(403)
    expect(calls).toEqual([])
  })

  it('is refused without any origin', async () => {
    const status = await stranger.upgradeStatus({ origin: undefined, token: host.address().token })
    expect(status).toBe(403)
  })

  it('is refused for the token with something before or after it', async () => {
    const { token } = host.address()
    for (const near of [`${token}A`, token.slice(1), token.toUpperCase(), ` ${token}x`]) {
      expect(await stranger.upgradeStatus({ origin: stranger.origin, token: near })).toBe(403)
    }
  })

  it('carries calls and their bytes both ways', async () => {
    const socket = await stranger.openChannel()
    const reply = nextFrame(socket)
    socket.send(
      encodeFrame({ kind: 'call', number: 7, name: 'microphone.frame', payload: { talkId: 't', pcm: new Uint8Array([1, 2, 255]) } }),
    )
    expect(await reply).toEqual({
      kind: 'reply',
      number: 7,
      result: { ok: true, value: { name: 'microphone.frame', payload: { talkId: 't', pcm: new Uint8Array([1, 2, 255]) } } },
    })
    const event = nextFrame(socket)
    host.emit('playback.pcm', { conversationId: 'c', turnId: 't', sampleRate: 24000, startSample: 0, pcm: new Uint8Array([0, 128]) })
    expect(await event).toMatchObject({ kind: 'event', name: 'playback.pcm', payload: { pcm: new Uint8Array([0, 128]) } })
  })

  it('that floods it with calls delays no one: sound and another answer arrive in between, and every call is answered', async () => {
    const socket = await stranger.openChannel()
    const answered = new Set<number>()
    const others: string[] = []
    socket.on('message', (data: Uint8Array) => {
      const decoded = decodeFrame(new Uint8Array(data))
      const frame = decoded.ok ? frameSchema.parse(decoded.value) : null
      if (frame?.kind === 'reply') answered.add(frame.number ?? 0)
      else if (frame?.kind === 'event') others.push(`${frame.name} ${answered.size > 0 && answered.size < 10_000}`)
    })
    let sounds = 0
    const play = (): void => {
      if (answered.size >= 10_000) return
      host.emit('playback.pcm', { conversationId: 'c', turnId: 't', sampleRate: 24000, startSample: sounds++, pcm: new Uint8Array(2) })
      setImmediate(play)
    }
    for (let number = 1; number <= 10_000; number += 1) socket.send(encodeFrame({ kind: 'call', number, name: 'flood', payload: null }))
    socket.send(encodeFrame({ kind: 'call', number: 10_001, name: 'approval.decide', payload: null }))
    play()
    await expect.poll(() => answered.size, { timeout: 60_000 }).toBe(10_001)
    expect(others).toContain('playback.pcm true')
    expect(calls.map(({ name }) => name).filter((name) => name !== 'flood')).toEqual(['approval.decide'])
    expect(await stranger.get('/')).toMatchObject({ status: 200 })
  })

  it('passes names like __proto__ on unchanged, for the contract to refuse', async () => {
    const socket = await stranger.openChannel()
    for (const name of ['__proto__', 'constructor', 'app.bootstrap ', '']) {
      const reply = nextFrame(socket)
      socket.send(encodeFrame({ kind: 'call', number: 1, name, payload: null }))
      await reply
    }
    expect(calls.map((call) => call.name)).toEqual(['__proto__', 'constructor', 'app.bootstrap ', ''])
  })

  const garbage = {
    'text instead of bytes': 'hello',
    'bytes that are no frame': new Uint8Array([1, 2, 3]),
    'nothing at all': new Uint8Array(),
    'a frame of no known kind': encodeFrame({ kind: 'eval', code: '1' }),
    'a call without a name': encodeFrame({ kind: 'call', number: 1, payload: null }),
    'a call with a number that is none': encodeFrame({ kind: 'call', number: 'one', name: 'x', payload: null }),
    'a value that is no object': encodeFrame([1]),
  }
  it.each(Object.entries(garbage))('closes with 1008 on %s, and the next page is served', async (_name, data) => {
    const socket = await stranger.openChannel()
    const closed = closeCode(socket)
    socket.send(data)
    expect(await closed).toBe(1008)
    const next = await stranger.openChannel()
    const reply = nextFrame(next)
    next.send(encodeFrame({ kind: 'call', number: 1, name: 'a', payload: null }))
    expect(await reply).toMatchObject({ kind: 'reply', number: 1 })
  })

  it('closes with 1009 on a frame that is too large', async () => {
    const socket = await stranger.openChannel()
    const closed = closeCode(socket)
    socket.send(new Uint8Array(largestFrameBytes + 1))
    expect(await closed).toBe(1009)
    expect(calls).toEqual([])
  })

  it('belongs to the newest page: the previous one is closed with 4001', async () => {
    const first = await stranger.openChannel()
    const closed = closeCode(first)
    const second = await stranger.openChannel()
    expect(await closed).toBe(4001)
    const event = nextFrame(second)
    host.emit('notice.gone', { noticeId: 'n' })
    expect(await event).toEqual({ kind: 'event', name: 'notice.gone', payload: { noticeId: 'n' } })
    expect(host.windowVisible()).toBe(true)
  })

  it('says whether a page is there and visible', async () => {
    expect(host.windowVisible()).toBe(false)
    const socket = await stranger.openChannel()
    expect(host.windowVisible()).toBe(true)
    const hidden = nextVisibilityChange()
    socket.send(encodeFrame({ kind: 'visible', visible: false }))
    await hidden
    expect(host.windowVisible()).toBe(false)
    const shown = nextVisibilityChange()
    socket.send(encodeFrame({ kind: 'visible', visible: true }))
    await shown
    const gone = nextVisibilityChange()
    socket.close()
    await gone
    expect(host.windowVisible()).toBe(false)
  })
})

describe('a page in place of a window besides the app’s own', () => {
  const call = (name: string) => encodeFrame({ kind: 'call', number: 1, name, payload: null })

  it('calls and receives only what its window may, without effects on the app’s own page', async () => {
    const own = await stranger.openChannel()
    const side = await stranger.openChannel('/ipc/inspector.html')
    for (const name of ['app.bootstrap', 'key.save', 'approval.decide', 'text.send', '__proto__']) {
      const refused = nextFrame(side)
      side.send(call(name))
      expect(await refused).toMatchObject({ result: { ok: false, error: { code: 'not-allowed' } } })
    }
    const answered = nextFrame(side)
    side.send(call('inspector.window'))
    expect(await answered).toMatchObject({ result: { ok: true } })
    expect(calls.map(({ name }) => name)).toEqual(['inspector.window'])

    const [heard, own1] = [nextFrame(side), nextFrame(own)]
    host.emit('notice.gone', { noticeId: 'n' })
    expect(await own1).toMatchObject({ name: 'notice.gone' })
    host.emit('inspector.grew', { conversationId: 'c' })
    expect(await heard).toEqual({ kind: 'event', name: 'inspector.grew', payload: { conversationId: 'c' } })

    side.send(encodeFrame({ kind: 'visible', visible: false }))
    const pong = nextFrame(side)
    side.send(call('inspector.window'))
    await pong
    expect(host.windowVisible()).toBe(true)
    expect(host.sideWindowOpen('inspector')).toBe(true)
    const gone = closeCode(side)
    const next = await stranger.openChannel('/ipc/inspector.html')
    expect(await gone).toBe(4001)
    expect(own.readyState).toBe(own.OPEN)
    next.close()
  })

  it('is opened next to the page, with the token in the fragment, and has no channel without such a window', async () => {
    const socket = await stranger.openChannel()
    const frame = nextFrame(socket)
    host.openSideWindow('inspector')
    const { url, token } = host.address()
    expect(await frame).toEqual({ kind: 'open', url: url.replace('/#', '/inspector.html#') })
    expect(url).toContain(token)
    for (const path of ['/ipc/index.html', '/ipc/', '/ipc/none.html', '/ipc/inspector.html?x', '/inspector.html'])
      expect(await stranger.refusedWith({ path })).toBe(403)
  })
})

describe('what only a desktop has', () => {
  it('is refused with a text, not pretended', async () => {
    const states: unknown[] = []
    const ignore = (): void => undefined
    const listener = {
      press: ignore,
      release: ignore,
      toggle: ignore,
      cancel: ignore,
      away: ignore,
      woke: ignore,
      newQuestion: ignore,
      sight: ignore,
      seen: ignore,
      state: (state: unknown) => states.push(state),
    }
    await host.listenToHotkey(listener, defaultHotkeys)
    expect(states).toEqual([{ mode: 'none', global: false, keys: [], reason: messageOf('key-in-browser'), bindings: [] }])
    expect(await host.secrets.backend()).toBe('memory')
    await host.secrets.write('key', 'value')
    expect(await host.secrets.read('key')).toBe('value')
    await host.secrets.remove('key')
    expect(await host.secrets.read('key')).toBeNull()
  })

  it('opens an address through the page, and only an allowed address', async () => {
    await expect(host.openExternal('https://example.org/')).rejects.toThrow('no page')
    const socket = await stranger.openChannel()
    await expect(host.openExternal('file:///etc/passwd')).rejects.toThrow('may not')
    const frame = nextFrame(socket)
    await host.openExternal('https://example.org/')
    expect(await frame).toEqual({ kind: 'open', url: 'https://example.org/' })
  })

  it('waits for pending work before it ends, and says whether the process can end in order', async () => {
    const order: string[] = []
    host.onQuit(async () => void order.push('task'))
    host.endByForce()
    expect(await host.close()).toBe('by-force')
    order.push('closed')
    expect(order).toEqual(['task', 'closed'])
  })
})

function nextVisibilityChange(): Promise<void> {
  return new Promise((resolve) => visibilityChanges.push(resolve))
}
