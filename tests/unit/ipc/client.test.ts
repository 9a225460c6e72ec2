import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/shared/ipc/client'
import type { Transport } from '../../../src/shared/ipc/transport'

/** A transport whose events the test sends, and which counts its listeners. */
function countedTransport() {
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const transport: Transport = {
    call: () => Promise.resolve({ ok: true, value: null }),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const emit = (name: string, payload: unknown): void => {
    for (const listener of listeners) listener(name, payload)
  }
  return { transport, emit, listening: () => listeners.size }
}

describe('events', () => {
  it('are received from the transport once, however many listeners there are', () => {
    const { transport, emit, listening } = countedTransport()
    const client = createClient(transport, () => undefined)
    expect(listening()).toBe(0)
    const heard: string[] = []
    const stops = [
      client.on('notice.gone', ({ noticeId }) => heard.push(`one ${noticeId}`)),
      client.on('notice.gone', ({ noticeId }) => heard.push(`two ${noticeId}`)),
      client.on('talk.state', ({ phase }) => heard.push(phase)),
    ]
    expect(listening()).toBe(1)
    emit('notice.gone', { noticeId: 'n' })
    emit('talk.state', { phase: 'idle' })
    expect(heard).toEqual(['one n', 'two n', 'idle'])
    stops[0]?.()
    emit('notice.gone', { noticeId: 'm' })
    expect(heard.slice(3)).toEqual(['two m'])
    for (const stop of stops) stop()
    expect(listening()).toBe(0)
    client.on('talk.state', ({ phase }) => heard.push(`again ${phase}`))
    emit('talk.state', { phase: 'idle' })
    expect(heard.at(-1)).toBe('again idle')
  })

  it('that are invalid are reported once and dropped, and unknown names are ignored', () => {
    const { transport, emit } = countedTransport()
    const told: string[] = []
    const client = createClient(transport, (what) => told.push(what))
    const heard: unknown[] = []
    for (let count = 0; count < 3; count += 1) client.on('notice.gone', (payload) => heard.push(payload))
    emit('notice.gone', { noticeId: 7 })
    emit('__proto__', {})
    emit('talk.state', { phase: 'nonsense' })
    expect({ told, heard }).toEqual({ told: ['event notice.gone does not fit the contract'], heard: [] })
  })
})
