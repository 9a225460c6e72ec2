import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runRecording } from '../../../src/main/cli/run-recording'
import { loadFixture } from '../../../src/main/replay/simulator/load-fixture'
import { outcomeOf } from '../../../src/shared/fixtures/conversation-outcome'
import type { Fixture } from '../../../src/shared/fixtures/fixture'
import { parseFixture } from '../../../src/shared/fixtures/parse-fixture'
import type { Result } from '../../../src/shared/lib/result'
import { type InProcessApp, noDataFiles, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { hearAnswers } from '../../support/hear-answers'
import { readInspection } from '../../support/read-inspection'

const leaveOut = { transcripts: false, values: false, sound: false, paths: false, names: [] }
const CANARY = 'AIzaSyCanary0123456789canary0123456789'
let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

const given = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function messagesOf(fixture: Fixture) {
  const ran = await runRecording(fixture, { answers: 'recorded', speed: 1000, dataFiles: noDataFiles })
  expect(ran.problem).toBe(null)
  return outcomeOf(ran.events)
}

it('the turns of frames chosen in the inspector are saved and copied separately, have the same content, and contain no secret', async () => {
  const running = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 1000, environment: { OTHER: CANARY } })
  app = running
  const { conversationId } = await running.call('conversation.create', null)
  const hear = hearAnswers(running, conversationId)
  const over = () => running.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
  for (const [index, text] of [`Hello, my key is ${CANARY}`, 'Will I need an umbrella in Kanazawa tomorrow?'].entries()) {
    await running.call('text.send', { conversationId, text })
    await running.until(() => {
      hear()
      return over() > index && running.told('conversation.status').at(-1)?.activity === 'idle'
    })
  }
  const inspection = await readInspection(running, conversationId)
  const ofTurn = inspection.wire.filter(({ turn }) => turn === 2)
  const middle = ofTurn[2] ?? expect.fail('turn 2 has no frames')
  const wish = { conversationId, minutes: null, leaveOut, frames: { first: middle.first, last: middle.last } }

  const whole = await running.call('fixture.text', { conversationId, minutes: null, leaveOut })
  expect(whole.text.includes('Hello, my key is [redacted]')).toBe(true)
  const both = await messagesOf(given(parseFixture(whole.text)))
  expect(both.message.filter((one) => JSON.stringify(one).includes('"role":"user"'))).toHaveLength(2)

  const { text } = await running.call('fixture.text', wish)
  // the title is the conversation's, from its first message
  expect(/Hello|\.wav/.test(text.slice(text.indexOf('\n')))).toBe(false)
  expect(text.includes('"audio/pcm;rate=24000"')).toBe(true)
  const copied = await messagesOf(given(parseFixture(text)))
  expect(JSON.stringify(copied.message)).toMatch(/umbrella in Kanazawa/)
  expect(copied.message).toHaveLength(both.message.length / 2)
  expect(copied.sound.length).toBeGreaterThan(0)

  const saved = await running.call('fixture.save', wish)
  if (saved.kind !== 'saved') throw new Error('it was not saved')
  const path = join(running.userDataFolder, 'saved-recordings', saved.fileName)
  const again = await messagesOf(given(await loadFixture(path)))
  expect(again.message).toEqual(copied.message)
  expect(again.sound).toEqual(copied.sound)
  for (const one of [text, whole.text, await readFile(path, 'utf8')]) {
    expect(one.includes(CANARY)).toBe(false)
    expect(/"newHandle":"(?!\[redacted\])/.test(one)).toBe(false)
  }
})
