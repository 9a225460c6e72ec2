import { describe, expect, it } from 'vitest'
import { createReadAloud } from '../../../src/main/models/read-aloud/read-aloud'
import { textLimits } from '../../../src/main/models/text/text-limits'
import { speechChunks } from '../../../src/main/replay/simulator/speech-service'
import type { Reading } from '../../../src/shared/ipc/reading'
import { createFakeClock } from '../../support/fake-clock'

const TEXT = 'It is due today.'

/** A reader whose connection is lost after this many chunks of its first answers; `answers` counts the requests. */
function reader(losses: number[]) {
  const states: (Reading | null)[] = []
  const heard: string[] = []
  const waiting = new Set<() => void>()
  let answers = 0
  const happened = () => {
    for (const look of [...waiting]) look()
  }
  async function* stream(): AsyncGenerator<object, void, unknown> {
    answers += 1
    const left = losses.shift() ?? Number.POSITIVE_INFINITY
    for (const [index, chunk] of speechChunks(TEXT, 'a-model', 'a-response').entries()) {
      if (index === left) throw new TypeError('terminated', { cause: new Error('other side closed') })
      yield chunk
    }
  }
  const reading = createReadAloud({
    connector: { stream },
    clock: createFakeClock(),
    limits: textLimits,
    newTurnId: () => `reading-${answers}`,
    random: () => 0.5,
    setup: () => ({ address: { apiKey: 'a-key', baseUrl: null }, model: 'a-model', voice: 'Kore' }),
    onBegin: () => undefined,
    onSound: ({ turnId }) => void heard.push(turnId),
    onEnd(turnId) {
      reading.played(turnId, heard.length, true)
      happened()
    },
    onState(state) {
      states.push(state)
      happened()
    },
    onFault: (detail) => {
      throw new Error(detail)
    },
    onUsage: () => undefined,
  })
  return {
    reading,
    states,
    heard,
    answers: () => answers,
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (condition()) resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

describe('an answer that is read aloud over a lost connection', () => {
  it('half-way, plays as far as it came and then reports the cut, once; the button starts it again', async () => {
    const { reading, states, heard, answers, until } = reader([2])
    reading.start('answer-1', TEXT)
    await until(() => states.at(-1)?.phase === 'failed')
    expect(states).toEqual([
      { messageId: 'answer-1', phase: 'loading' },
      { messageId: 'answer-1', phase: 'speaking' },
      { messageId: 'answer-1', phase: 'failed', cause: 'unreachable' },
    ])
    expect([heard.length, answers()]).toEqual([2, 1])
    reading.start('answer-1', TEXT)
    await until(() => states.at(-1) === null)
    expect(states.slice(3)).toEqual([{ messageId: 'answer-1', phase: 'loading' }, { messageId: 'answer-1', phase: 'speaking' }, null])
  })
})
