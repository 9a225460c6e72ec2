import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSight } from '../../src/main/sight/sight-controller'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { ConversationStatus } from '../../src/shared/ipc/schemas'
import { createFakeClock } from '../support/fake-clock'
import { createLiveSessionRig, testSetup } from '../support/live-session-rig'
import { paperJpeg } from '../support/paper-jpeg'
import { patienceMs } from '../support/patience'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'

/** The most that 25 minutes may leave in memory, with the 1,500 messages that the server of the test remembers. */

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Bytes in use after garbage collection. */
function heapInUse(): number {
  if (typeof collect !== 'function') throw new Error('the garbage collector can’t be called')
  collect()
  return process.memoryUsage().heapUsed
}

const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

/** What a connection was shown: notes and the widths of frames. */
function shownOn(messages: readonly unknown[]): readonly string[] {
  return messages.flatMap((message) => {
    if (!isObject(message)) return []
    if (isObject(message.realtimeInput) && 'video' in message.realtimeInput) return [`frame ${JSON.stringify(message).length}`]
    return 'clientContent' in message ? ['note'] : []
  })
}

/** Something is shown to a service that scripts its own ends; the time of what is shown is virtual. */
async function shown() {
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
      show: (_, one) => rig.session.show(one),
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
  return {
    ...{ server, clock, sight },
    wanted: () => wanted,
    frame: (height: number) =>
      sight.frame(sightId, { jpeg: Uint8Array.from(paperJpeg(768, height)), reason: 'asked', flat: false, ageMs: 0 }),
    connected: (connection: number) =>
      until(() => expect([rig.session.state().phase, server.connections.length]).toEqual(['ready', connection + 1])),
    goAway: (connection: number) => server.connections[connection]?.send({ goAway: { timeLeft: '50s' } }),
    onWire: (connection: number) => shownOn(server.connections[connection]?.received ?? []),
  }
}

it('what is shown goes on over two announced ends of the connection: each one is told and sees a fresh frame first', async () => {
  const { clock, sight, wanted, frame, connected, goAway, onWire } = await shown()
  for (const connection of [0, 1, 2]) {
    await connected(connection)
    // the page answers with what is visible now
    expect(wanted()).toBeGreaterThan(connection)
    clock.advance(1000)
    frame(400 + connection)
    await until(() => expect(onWire(connection)).toEqual(['note', expect.stringContaining('frame')]))
    if (connection < 2) goAway(connection)
  }
  expect(sight.view()).toMatchObject({ phase: 'on', frames: 3 })
})

it('thirty minutes are shown over two announced ends: a frame each second, none lost, no other connection, and the memory stays flat', async () => {
  const { server, clock, sight, frame, connected, goAway, onWire } = await shown()
  const before: number[] = []
  for (const connection of [0, 1, 2]) {
    await connected(connection)
    // the note that says what is shown is one message more
    for (let minute = 0; minute < 10; minute += 1) {
      void sight.beforeWords('c-1')
      for (let second = 0; second < 60; second += 1) {
        clock.advance(1000)
        frame(300 + second)
      }
      await until(() => expect(onWire(connection)).toHaveLength((minute + 1) * 60 + 1))
      if (minute === 4) before.push(heapInUse())
    }
    if (connection < 2) goAway(connection)
  }
  expect(sight.view()).toMatchObject({ phase: 'on', frames: 1800 })
  expect(server.connections).toHaveLength(3)
  expect(clock.pending()).toBeLessThan(5)
  // what the server of the test itself remembers is in it
})
