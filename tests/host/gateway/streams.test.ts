import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { KEEP_ALIVE } from '../../../src/shared/protocol/dialects/sse'
import { copyThenSay, type GatewayRig, startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

const copies = copyThenSay('Copied.')

const paths = {
  '/api/chat': { id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go on' }] }] },
  '/api/ag-ui': { threadId: 'thread', runId: 'run-1', messages: [{ role: 'user', content: 'Go on' }] },
  '/api/tanstack/chat': { messages: [{ role: 'user', content: 'Go on' }], data: { run_id: 'run-2' } },
} as const

/** A response whose bytes are only read when the test wants them. */
async function open(rig: GatewayRig, path: keyof typeof paths) {
  const sent = httpRequest(`${rig.url}${path}`, { method: 'POST', headers: { ...rig.headers, 'content-type': 'application/json' } })
  onTestFinished(() => void sent.destroy())
  sent.on('error', () => undefined)
  sent.end(JSON.stringify(paths[path]))
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error('no response came')
  let told = ''
  return {
    response,
    told: () => told,
    /** Reads until `word` has come, or the response has ended. */
    async until(word: string): Promise<boolean> {
      while (!told.includes(word)) {
        const piece: Buffer | null = response.read()
        if (piece !== null) told += piece.toString()
        else if (response.readableEnded || response.destroyed) return false
        else await Promise.race([once(response, 'readable'), once(response, 'close')]).catch(() => undefined)
      }
      return true
    },
  }
}

test('an idle stream is kept open with comments, in every dialect, and continues afterwards', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ clock, scopes: ['chat'], fixtures: [copies] })
  for (const [index, path] of (['/api/chat', '/api/ag-ui', '/api/tanstack/chat'] as const).entries()) {
    const stream = await open(rig, path)
    const asked = () => rig.app.told('approval.changed').filter(({ state }) => state === 'requested')
    await rig.app.until(() => asked().length > index)
    expect(stream.told()).not.toContain(KEEP_ALIVE)
    clock.jump(15_001)
    expect(await stream.until(KEEP_ALIVE), path).toBe(true)
    const { approvalId = '', inputHash = '' } = asked()[index] ?? {}
    await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
    expect(await stream.until('Copied.'), path).toBe(true)
  }
})

test('a live client that answers no ping is disconnected, and one that does stays', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ clock, fixtures: [copies] })
  const [dead, alive] = [await openLive(rig), await openLive(rig)]
  dead.socket.pause()
  const pinged = once(alive.socket, 'ping')
  clock.jump(15_001)
  await pinged
  // frames sent after the pong reach the server after it
  alive.send({ type: 'ping', timestamp: 1 })
  await alive.until(() => alive.chunks.some(({ chunk: { type } }) => type === 'pong'))
  clock.jump(15_001)
  dead.socket.resume()
  await dead.until(() => dead.closed() !== null)
  expect([dead.closed(), alive.closed()]).toEqual([1006, null])
})

test('a client that does not read a stream is disconnected, its answer stays complete, and it can be resumed', async () => {
  const pieces = Array.from({ length: 80 }, (_, index) => `${index}${'x'.repeat(100_000)} `)
  const rig = await startGateway({ fixtures: [textRecording([words, ...pieces.map(says), finish()])], limits: { unsentBytes: 100_000 } })
  const slow = await open(rig, '/api/chat')
  const ends = () => rig.app.told('stream.chunk').filter(({ role, chunk: { type } }) => role === 'assistant' && type === 'finish').length
  await rig.app.until(() => ends() === 1)
  expect(await slow.until('[DONE]')).toBe(false)
  expect(slow.response.complete).toBe(false)
  const { conversationId = '' } = rig.app.told('stream.chunk')[0] ?? {}
  const { messages } = await rig.app.call('conversation.open', { conversationId })
  expect(messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual([pieces.join('')])
  const again = await (await fetch(`${rig.url}/api/chat/chat/stream`, { headers: rig.headers })).text()
  const deltas = [...again.matchAll(/"delta":"(\d+)x/g)].map(([, index]) => Number(index))
  expect(deltas).toEqual(pieces.map((_, index) => index))
  expect(again.endsWith('data: [DONE]\n\n')).toBe(true)
})

test('when Parley ends, an almost complete answer is completed, a waiting one is handed over, and no new client is accepted', async () => {
  const rig = await startGateway({ speed: 1, fixtures: [textRecording([words, says('One, '), says('two.'), finish()])] })
  const stream = await open(rig, '/api/chat')
  await stream.until('text-delta')
  const stopped = rig.app.stop()
  expect(await stream.until('[DONE]')).toBe(true)
  expect(stream.told()).toContain('two.')
  await stopped
  await expect(fetch(`${rig.url}/api/health`)).rejects.toThrow()

  const waiting = await startGateway({ fixtures: [copies], scopes: ['chat'], limits: { closing: 20 } })
  const asked = await open(waiting, '/api/chat')
  await waiting.app.until(() => waiting.app.told('approval.changed').length > 0)
  const live = await openLive({ port: waiting.port, token: (await waiting.addClient('voice', ['live'])).token })
  await waiting.app.stop()
  expect(await asked.until('[DONE]')).toBe(false)
  await live.until(() => live.closed() !== null)
  expect(live.closed()).toBe(1001)
  const after = await startGateway({ fixtures: [copies], userDataFolder: waiting.app.userDataFolder, name: 'second' })
  const { approvals } = await after.app.call('app.bootstrap', null)
  expect(approvals.map(({ state }) => state)).toEqual(['requested'])
})
