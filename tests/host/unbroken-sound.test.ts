import { afterEach, describe, expect, it } from 'vitest'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

const cut = (afterMs: number): FaultChoice => ({ fault: 'network-lost', times: 1, set: { at: 'mid-answer', afterMs } })

/** The sound that the page got of an answer that broke off, and the recorded sound of that answer. */
async function heard(faults: readonly (FaultName | FaultChoice)[]) {
  const fixture = await bundledFixture('weather')
  const server = await startFixtureServer({ fixture, speed: 20, faults })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: fixture.prompt.en })
  const done = () =>
    app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish' && chunk.finishReason === 'stop')
  await app.until(done)
  const [turn] = recordedTurns(fixture)
  if (turn === undefined) throw new Error('nothing was recorded')
  const pieces = app.told('playback.pcm').map(({ pcm }) => bytesToSamples(pcm))
  const turns = new Set(app.told('playback.pcm').map(({ turnId }) => turnId))
  return { given: Int16Array.from(pieces.flatMap((piece) => [...piece])), recorded: turn.audio, turns: turns.size }
}

describe('the sound of an answer that continues after a cut', () => {
  it.each([
    ['in the same session', [cut(40)]],
    ['in a new session, cut at its beginning', [cut(0), 'handle-never']],
    ['in a new session', [cut(80), 'handle-never']],
  ] as const)('%s is sent to the page once, to the last sample', async (_where, faults) => {
    const { given, recorded, turns } = await heard(faults)
    expect(turns).toBe(2)
    expect(given.length).toBe(recorded.length)
    expect(given.findIndex((sample, index) => sample !== recorded[index])).toBe(-1)
  })
})
