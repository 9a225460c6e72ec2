import fc from 'fast-check'
import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import type { JsonObject } from '../../src/shared/lib/json'

/** One turn of a generated conversation: the user's input, and the service's answer. */
export interface GeneratedTurn {
  readonly input:
    | { readonly kind: 'speech'; readonly frames: number; readonly byte: number }
    | { readonly kind: 'text'; readonly words: string }
  /** The user interrupts the previous answer after this many samples of it were played. */
  readonly cutsInAfter: number | null
  readonly heard: readonly string[]
  readonly answer: readonly AnswerPiece[]
  readonly call: {
    readonly tool: 'process_payment' | 'set_timer'
    readonly amount: number
    readonly approve: boolean
    readonly after: readonly AnswerPiece[]
  } | null
  readonly thought: string | null
}

interface AnswerPiece {
  readonly words: string
  /** 24 kHz samples */
  readonly samples: number
  readonly byte: number
  readonly together: boolean
}

const words = fc
  .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('はい、', ' わかりました', ' Kyoto', ' it’s 11 °C.'))
  .filter((text) => text.trim() !== '')
const piece: fc.Arbitrary<AnswerPiece> = fc.record({
  words,
  samples: fc.integer({ min: 1, max: 3_000 }),
  byte: fc.integer({ min: 1, max: 255 }),
  together: fc.boolean(),
})
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 })

const turn: fc.Arbitrary<GeneratedTurn> = fc.record({
  input: fc.oneof(
    fc.record({ kind: fc.constant('speech' as const), frames: fc.integer({ min: 1, max: 30 }), byte: fc.integer({ min: 0, max: 255 }) }),
    fc.record({ kind: fc.constant('text' as const), words }),
  ),
  cutsInAfter: fc.option(fc.integer({ min: 1, max: 3_000 }), { freq: 3 }),
  heard: fc.array(words, { maxLength: 2 }),
  answer: pieces,
  call: fc.option(
    fc.record({
      tool: fc.constantFrom('process_payment' as const, 'set_timer' as const),
      amount: fc.integer({ min: 1, max: 50_000 }),
      approve: fc.boolean(),
      after: pieces,
    }),
  ),
  thought: fc.option(words),
})

/** Conversations of one to four turns. */
export const generatedConversation: fc.Arbitrary<readonly GeneratedTurn[]> = fc
  .array(turn, { minLength: 1, maxLength: 4 })
  .map((turns) => turns.map((one, index) => (index === 0 ? { ...one, cutsInAfter: null } : one)))

/** The service's side of such a conversation. */
export function serviceOf(turns: readonly GeneratedTurn[]): Fixture {
  const name = { en: 'Generated', ja: 'Generated' }
  const steps: FixtureStep[] = [{ kind: 'expect', afterMs: 0, expectation: { kind: 'setup' } }]
  turns.forEach((one, index) => {
    const isCut = turns[index + 1]?.cutsInAfter != null
    steps.push({ kind: 'expect', afterMs: 0, expectation: { kind: 'text' } })
    if (one.cutsInAfter !== null) {
      send(steps, { serverContent: { interrupted: true } })
      send(steps, { serverContent: { turnComplete: true } })
    }
    for (const text of one.heard) send(steps, { serverContent: { inputTranscription: { text } } })
    if (one.thought !== null)
      send(steps, { serverContent: { modelTurn: { role: 'model', parts: [{ text: one.thought, thought: true }] } } })
    for (const frame of one.answer.flatMap(framesOf)) send(steps, frame)
    if (one.call !== null && !isCut) callSteps(steps, one.call, `call-${index}`)
    if (isCut) return
    send(steps, { serverContent: { generationComplete: true } })
    send(steps, { serverContent: { turnComplete: true }, usageMetadata: { totalTokenCount: 10 * (index + 1) } })
  })
  return {
    fixtureId: 'generated',
    title: name,
    prompt: name,
    note: name,
    protocol: 'gemini-live',
    model: 'gemini-3.8-live',
    repeat: false,
    steps,
  }
}

/** Samples of sound at the beginning of a turn's answer, before any call. */
export function samplesOf({ answer }: GeneratedTurn): number {
  return answer.reduce((sum, { samples }) => sum + samples, 0)
}

function callSteps(steps: FixtureStep[], call: NonNullable<GeneratedTurn['call']>, id: string): void {
  const { tool, amount } = call
  const args: JsonObject =
    tool === 'set_timer'
      ? { label: `Tea ${amount}`, seconds: 600 + amount }
      : { recipient: 'Hoshino Print K.K.', amount, currency: 'JPY', account: 'studio', reference: `INV-${amount}`, when: '2026-11-27' }
  send(steps, { toolCall: { functionCalls: [{ id, name: tool, args }] } })
  steps.push({ kind: 'expect', afterMs: 0, expectation: { kind: 'tool-response', call: id } })
  for (const frame of call.after.flatMap(framesOf)) send(steps, frame)
}

function framesOf({ words: text, samples, byte, together }: AnswerPiece): readonly JsonObject[] {
  const data = Buffer.alloc(samples * 2, byte).toString('base64')
  const modelTurn = { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] }
  const outputTranscription = { text }
  return together
    ? [{ serverContent: { outputTranscription, modelTurn } }]
    : [{ serverContent: { outputTranscription } }, { serverContent: { modelTurn } }]
}

function send(steps: FixtureStep[], frame: JsonObject): void {
  steps.push({ kind: 'send', afterMs: 3, frame })
}
