import type { Fixture, FixtureStep } from '../../../src/shared/fixtures/fixture'
import type { JsonObject } from '../../../src/shared/lib/json'
import type { Chance } from './chance'

/** Replaced in a recording by the number of the connection that it is played on. */
export const CONNECTION_MARK = '@c'
/** Replaced in a recording by the spoken words. */
export const HEARD_MARK = '@heard'

const SOUND = Buffer.alloc(960).toString('base64')

/**
 * A recording with this many turns of the model, numbered after `before`. Every word occurs once: `w7-0c3` is the first word of the
 * seventh turn, as played on the third connection. Some turns pay (with approval), some move points (without).
 */
export function chaosRecording(chance: Chance, turns: number, before: number): Fixture {
  return {
    fixtureId: 'chaos',
    title: { en: 'Chaos', ja: '混沌' },
    prompt: { en: 'Go', ja: 'どうぞ' },
    note: { en: 'goes on', ja: '続く' },
    protocol: 'gemini-live',
    model: 'gemini-3.8-live',
    repeat: false,
    steps: Array.from({ length: turns }, (_, index) => turnSteps(chance, index + 1, before + index + 1)).flat(),
  }
}

function turnSteps(chance: Chance, index: number, turn: number): readonly FixtureStep[] {
  const words = Array.from({ length: chance.between(2, 5) }, (_, place) => word(turn, place))
  const [first, ...rest] = words
  const call = chance.happens(0.35) ? callSteps(chance, index, turn) : []
  return [
    { kind: 'expect', afterMs: 0, expectation: { kind: 'text' } },
    send(chance.between(50, 400), { serverContent: { inputTranscription: { text: HEARD_MARK } } }),
    ...(first === undefined || !chance.happens(0.5) ? [] : [first]),
    ...call,
    ...rest,
    send(10, { serverContent: { generationComplete: true } }),
    send(chance.between(50, 900), {
      serverContent: { turnComplete: true, interactionStatus: 'IDLE' },
      usageMetadata: { promptTokenCount: 10, responseTokenCount: 5, totalTokenCount: 15 },
    }),
  ]
}

function callSteps(chance: Chance, index: number, turn: number): readonly FixtureStep[] {
  const id = `call-${turn}`
  const reference = `effect-${turn}${CONNECTION_MARK}`
  const pays = chance.happens(0.6)
  const args = pays
    ? { recipient: 'Hoshino Print', amount: 100 + index, currency: 'JPY', account: '4417', reference, when: '2026-11-28' }
    : { amount: 100 + index, note: reference }
  return [
    send(chance.between(10, 200), { toolCall: { functionCalls: [{ id, name: pays ? 'process_payment' : 'transfer', args }] } }),
    { kind: 'expect', afterMs: 0, expectation: { kind: 'tool-response', call: id } },
  ]
}

function word(turn: number, index: number): FixtureStep {
  return send(60, {
    serverContent: {
      outputTranscription: { text: ` w${turn}-${index}${CONNECTION_MARK}` },
      modelTurn: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: SOUND } }] },
    },
  })
}

function send(afterMs: number, frame: JsonObject): FixtureStep {
  return { kind: 'send', afterMs, frame }
}
