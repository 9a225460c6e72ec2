import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createAudioChannels, type SoundPort } from '../../src/main/platform/audio-channels'

class PaperPort extends EventEmitter implements SoundPort {
  readonly sent: unknown[] = []
  started = false
  closed = false
  postMessage(message: unknown): void {
    this.sent.push(message)
  }
  start(): void {
    this.started = true
  }
  close(): void {
    this.closed = true
    this.emit('close')
  }
}

function lines() {
  const called: unknown[] = []
  const opened = createAudioChannels((name, payload) => {
    called.push([name, payload])
    return Promise.resolve({ ok: true, value: null })
  })
  return { called, opened }
}

const flush = ['playback.flush', { conversationId: 'c', turnId: 't' }] as const

describe('the playback channel', () => {
  it('takes the player’s events, and no others', () => {
    const { opened } = lines()
    const port = new PaperPort()
    opened.open('playback', port)
    expect([opened.emit(...flush), opened.emit('talk.state', { phase: 'idle' })]).toEqual([true, false])
    expect(port.sent).toEqual([{ name: 'playback.flush', payload: { conversationId: 'c', turnId: 't' } }])
    expect(port.started).toBe(true)
  })

  it('leaves the events to the page if none was opened, and if its page is gone', () => {
    const { opened } = lines()
    expect(opened.emit(...flush)).toBe(false)
    const port = new PaperPort()
    opened.open('playback', port)
    port.emit('close')
    expect(opened.emit(...flush)).toBe(false)
  })

  it('of a reloaded page replaces the previous one, whose late end changes nothing', () => {
    const { opened } = lines()
    const [before, after] = [new PaperPort(), new PaperPort()]
    opened.open('playback', before)
    opened.open('playback', after)
    before.emit('close')
    expect(before.closed).toBe(true)
    expect(opened.emit(...flush)).toBe(true)
    expect(after.sent).toHaveLength(1)
  })
})

describe('the capture channel', () => {
  it('accepts what a recorder sends, in order, and nothing else', () => {
    const { called, opened } = lines()
    const port = new PaperPort()
    opened.open('capture', port)
    const say = (data: unknown) => port.emit('message', { data })
    say({ name: 'microphone.started', payload: { talkId: 't' } })
    say({ name: 'microphone.frame', payload: { talkId: 't', pcm: new Uint8Array(2) } })
    say({ name: 'approval.decide', payload: {} })
    say({ name: 'microphone.frame' })
    say('microphone.frame')
    say(null)
    say({ name: 'microphone.ended', payload: { talkId: 't' } })
    expect(called.map((call) => (Array.isArray(call) ? call[0] : null))).toEqual([
      'microphone.started',
      'microphone.frame',
      'microphone.ended',
    ])
  })
})

it('a channel of an unknown kind is closed, and one without a port ignored', () => {
  const { opened } = lines()
  const port = new PaperPort()
  opened.open('camera', port)
  opened.open('playback', undefined)
  expect(port.closed).toBe(true)
})
