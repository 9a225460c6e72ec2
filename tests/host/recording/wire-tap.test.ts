import { afterEach, expect, it } from 'vitest'
import { createFlightRecorder } from '../../../src/main/diagnostics/recording/flight-recorder'
import { createWireTap } from '../../../src/main/diagnostics/recording/wire-tap'
import { systemClock } from '../../../src/main/lib/system-clock'
import { createGenaiConnector } from '../../../src/main/models/live/genai-connector'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import type { RecordedFrame } from '../../../src/shared/fixtures/recorded-event'
import { bundledFixture, serverFrames } from '../../support/fixture-facts'
import { createLiveSessionRig, testKey, testSetup } from '../../support/live-session-rig'

let server: FixtureServer | undefined

afterEach(async () => {
  await server?.close()
})

it('the recorder gets every frame in both directions in its wire form, and never the key', async () => {
  const fixture = await bundledFixture('weather')
  server = await startFixtureServer({ fixture, speed: 200 })
  const flight = createFlightRecorder(systemClock)
  const connector = createWireTap('one', flight).live(createGenaiConnector(systemClock))
  const { session } = createLiveSessionRig(testSetup(server.baseUrl), { connector })
  const completed = new Promise<void>((resolve) => {
    flight.onEvent((_conversation, event) => {
      if (event.kind === 'frame' && event.text.includes('turnComplete')) resolve()
    })
  })
  session.start()
  session.activityStart()
  for (let count = 0; count < 20; count += 1) session.sendAudio(new Uint8Array(640))
  session.activityEnd()
  await completed
  await session.stop()

  const events = flight.events('one')
  const frames = (direction: RecordedFrame['direction']): readonly unknown[] =>
    events.flatMap((event) => (event.kind === 'frame' && event.direction === direction ? [JSON.parse(event.text)] : []))
  expect(frames('sent')).toEqual(server.received().map(({ frame }) => frame))
  const played = serverFrames(fixture, 'approved')
  const answer = frames('received').filter((frame) => !JSON.stringify(frame).includes('sessionResumptionUpdate'))
  expect(answer.length).toBeGreaterThan(10)
  expect(answer).toEqual([{ setupComplete: {} }, ...played].slice(0, answer.length))
  expect(events.at(0)).toMatchObject({ kind: 'connecting', connection: 1 })
  expect(events.at(-1)).toMatchObject({ kind: 'closed', connection: 1, byParley: true })
  expect(JSON.stringify(events)).not.toContain(testKey)
})
