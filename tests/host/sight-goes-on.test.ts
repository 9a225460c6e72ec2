import { expect, it, onTestFinished, vi } from 'vitest'
import { createSight } from '../../src/main/sight/sight-controller'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { ConversationStatus } from '../../src/shared/ipc/schemas'
import { createFakeClock } from '../support/fake-clock'
import { createLiveSessionRig, testSetup } from '../support/live-session-rig'
import { paperJpeg } from '../support/paper-jpeg'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'

const until = (condition: () => void) => vi.waitFor(condition, { timeout: 10_000, interval: 5 })

/** What a connection was shown: notes and the widths of frames. */
function shownOn(messages: readonly unknown[]): readonly string[] {
  return messages.flatMap((message) => {
    if (!isObject(message)) return []
    if (isObject(message.realtimeInput) && 'video' in message.realtimeInput) return [`frame ${JSON.stringify(message).length}`]
    return 'clientContent' in message ? ['note'] : []
  })
}

it('what is shown goes on over two announced ends of the connection: each one is told and sees a fresh frame first', async () => {
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (isObject(message) && 'setup' in message) connection.send({ sessionResumptionUpdate: { newHandle: 'h', resumable: true } })
    },
  })
  onTestFinished(() => server.close())
  const clock = createFakeClock()
  let sightId = ''
  let wanted = 0
  const rig = createLiveSessionRig(testSetup(server.baseUrl), {
    // sight reads nothing else of it
    onState: (session) => sight.follow({ conversationId: 'c-1', session } as unknown as ConversationStatus),
  })
  const sight = createSight({
    clock,
    newId: (prefix) => prefix,
    emit(name, payload) {
      if ('sightId' in payload && typeof payload.sightId === 'string') sightId = payload.sightId
      if (name === 'sight.wanted') wanted += 1
    },
    platform: { permit: () => ({ dispose: () => undefined }), desktop: null },
    conversations: {
      currentId: () => 'c-1',
      connect: () => rig.session.start(),
      show: (_, shown) => rig.session.show(shown),
      isConnected: () => rig.session.state().phase === 'ready',
    },
    settings: () => defaultSettings,
    takesVideo: () => true,
    onChange: () => undefined,
    onSent: () => undefined,
    report(error) {
      throw error
    },
  })
  onTestFinished(() => rig.session.stop())
  await sight.begin('screen', null, 'user')
  sight.captures(sightId)
  for (const connection of [0, 1, 2]) {
    await until(() => expect([rig.session.state().phase, server.connections.length]).toEqual(['ready', connection + 1]))
    // the page answers with what is visible now
    expect(wanted).toBeGreaterThan(connection)
    clock.advance(1000)
    sight.frame(sightId, { jpeg: Uint8Array.from(paperJpeg(768, 400 + connection)), reason: 'asked', flat: false, ageMs: 0 })
    await until(() => expect(shownOn(server.connections[connection]?.received ?? [])).toEqual(['note', expect.stringContaining('frame')]))
    if (connection < 2) server.connections[connection]?.send({ goAway: { timeLeft: '50s' } })
  }
  expect(sight.view()).toMatchObject({ phase: 'on', frames: 3 })
})
