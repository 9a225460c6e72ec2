import { describe, expect, it } from 'vitest'
import { deferClient } from '../../../src/renderer/deferred-client'
import { createClient } from '../../../src/shared/ipc/client'
import type { Transport } from '../../../src/shared/ipc/transport'

/** A transport whose events the test sends, with the names of the calls that came through it. */
function scriptedTransport() {
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const called: string[] = []
  const transport: Transport = {
    call(name) {
      called.push(name)
      return Promise.resolve({ ok: true, value: null })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onLost(listener) {
      listener('gone')
      return () => undefined
    },
  }
  const emit = (name: string, payload: unknown): void => {
    for (const listener of listeners) listener(name, payload)
  }
  return { transport, called, emit, listening: () => listeners.size }
}

const nothingToReport = (what: string) => expect.fail(what)

describe('a deferred client', () => {
  it('is made at the first call, and then listens for whoever listened before it', async () => {
    const { transport, called, emit, listening } = scriptedTransport()
    let loads = 0
    const client = deferClient(async () => {
      loads += 1
      return createClient(transport, nothingToReport)
    }, nothingToReport)
    const heard: string[] = []
    const stops = ['one', 'two', 'three'].map((name) => client.on('notice.gone', ({ noticeId }) => heard.push(`${name} ${noticeId}`)))
    const lost: string[] = []
    client.onLost((reason) => lost.push(reason))
    stops[1]?.()
    expect([loads, listening(), lost]).toEqual([0, 0, []])

    const replies = await Promise.all([client.call('talk.cancel', null), client.call('talk.cancel', null)])
    expect(replies).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    expect([loads, called.length, listening(), lost]).toEqual([1, 2, 1, ['gone']])
    emit('notice.gone', { noticeId: 'a' })
    stops[0]?.()
    emit('notice.gone', { noticeId: 'b' })
    stops[2]?.()
    expect(heard).toEqual(['one a', 'three a', 'three b'])
    expect(listening()).toBe(0)
  })

  it('fails a call in words, and reports why, where it can’t be made', async () => {
    const reported: string[] = []
    const client = deferClient(
      () => Promise.reject(new Error('no such file')),
      (what) => reported.push(what),
    )
    expect(await client.call('talk.cancel', null)).toMatchObject({ ok: false, error: { code: 'channel-lost' } })
    expect(await client.call('talk.cancel', null)).toMatchObject({ ok: false, error: { code: 'channel-lost' } })
    expect(reported).toEqual(['the client did not load'])
  })
})
