import fc from 'fast-check'
import type { CallOutcome } from '../../src/shared/protocol/converter-input'
import type { Happening } from './converter-script'
import { pcm } from './converter-script'

const words = fc.constantFrom('Hello', ' there', ' how are you?', 'はい、', '今日は', '.', ' ', '', 'Switch on the porch light.', 'No')
const id = fc.constantFrom('call_0', 'call_1', 'adk-c1', '', undefined)
const toolName = fc.constantFrom('pay', 'get_weather', 'adk_request_confirmation', '')
const signature = fc.constantFrom(undefined, 'sig==')
const json = fc.jsonValue({ maxDepth: 3 })
const flag = fc.constantFrom(undefined, true, false, 'true')

const functionCall = fc.record({ id, name: toolName, args: fc.oneof(fc.dictionary(fc.string(), json), fc.constant(undefined), json) })
const confirmation = fc.record({
  id,
  name: fc.constant('adk_request_confirmation'),
  args: fc.record({ originalFunctionCall: fc.record({ id, name: toolName }) }),
})
const response = fc.record({
  id,
  name: fc.constantFrom('pay', 'adk_request_confirmation'),
  response: fc.oneof(
    json,
    fc.record({ confirmed: fc.constantFrom(true, false, 'yes') }),
    fc.record({ status: fc.constantFrom('pending', 'approved', 'new') }),
  ),
})
const audio = fc.nat({ max: 5 }).map((samples) => ({ inlineData: { mimeType: 'audio/pcm;rate=24000', data: pcm(samples) } }))
const odd = fc.constant({ inlineData: { mimeType: 'audio/pcm', data: Buffer.from([1, 2, 3]).toString('base64') } })
const noise = fc.constant({ inlineData: { mimeType: 'audio/pcm', data: 'not base64' } })

const part = fc.oneof(
  fc.record({ text: words, thought: flag, thoughtSignature: signature }),
  fc.record({ functionCall, thoughtSignature: signature }),
  fc.record({ functionCall: confirmation }),
  fc.record({ functionResponse: response }),
  audio,
  odd,
  noise,
  fc.constant({ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }),
  fc.constant({ executableCode: { language: 'PYTHON', code: '1' } }),
  fc.constant({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }),
  json,
)
const content = fc.record({ role: fc.constantFrom('model', 'user'), parts: fc.oneof(fc.array(part, { maxLength: 3 }), json) })
const transcript = fc.oneof(fc.record({ text: words, finished: flag }), json)
const usage = fc.oneof(fc.record({ promptTokenCount: fc.nat(), responseTokenCount: fc.nat() }), json)
const grounding = fc.oneof(fc.constant({ groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }] }), json)

/** A record with most fields absent. */
function sparse(fields: { readonly [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<object> {
  return fc.record(fields, { requiredKeys: [] })
}

const serverContent = fc
  .subarray(
    [
      'modelTurn',
      'inputTranscription',
      'outputTranscription',
      'interrupted',
      'turnComplete',
      'groundingMetadata',
      'interim',
      'status',
      'generationComplete',
    ],
    {
      maxLength: 3,
    },
  )
  .chain((names) => {
    const fields: { readonly [name: string]: { readonly [name: string]: fc.Arbitrary<unknown> } } = {
      modelTurn: { modelTurn: content },
      inputTranscription: { inputTranscription: transcript },
      outputTranscription: { outputTranscription: transcript },
      interrupted: { interrupted: fc.constant(true) },
      turnComplete: { turnComplete: fc.constant(true), turnCompleteReason: fc.constantFrom(undefined, 'RESPONSE_REJECTED', 'STOP', 5) },
      groundingMetadata: { groundingMetadata: grounding },
      interim: { interimInputTranscription: transcript },
      generationComplete: { generationComplete: fc.constant(true) },
      status: { interactionStatus: fc.constantFrom('IN_PROGRESS', 'IDLE', 'REQUIRES_ACTION', 1) },
    }
    return fc.record(Object.assign({}, ...names.map((name) => fields[name])))
  })

const liveFrame = fc.oneof(
  { weight: 6, arbitrary: fc.record({ serverContent }) },
  { weight: 2, arbitrary: fc.record({ toolCall: fc.record({ functionCalls: fc.array(functionCall, { maxLength: 3 }) }) }) },
  {
    weight: 1,
    arbitrary: sparse({
      toolCallCancellation: fc.record({ ids: fc.array(fc.oneof(id, json), { maxLength: 2 }) }),
      usageMetadata: usage,
      voiceActivity: fc.record({ voiceActivityType: fc.constantFrom('ACTIVITY_START', 'ACTIVITY_END') }),
      serverContent,
      error: fc.oneof(fc.constant({ code: 503, message: 'overloaded' }), json),
    }),
  },
  { weight: 1, arbitrary: json },
)

const textChunk = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      candidates: fc.array(
        fc.record({
          content,
          finishReason: fc.constantFrom(undefined, undefined, 'STOP', 'MAX_TOKENS', 'CONTINUATION', 'MOON'),
          groundingMetadata: fc.option(grounding),
        }),
        { maxLength: 2 },
      ),
      responseId: fc.constantFrom('r1', 'r2', undefined),
      usageMetadata: usage,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ promptFeedback: { blockReason: 'SAFETY' } }, { error: { message: 'overloaded' } }) },
  { weight: 1, arbitrary: json },
)

const adkEvent = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      author: fc.constantFrom('agent', 'user', undefined),
      content,
      partial: flag,
      finishReason: fc.constantFrom(undefined, 'STOP'),
      errorCode: fc.constantFrom(undefined, undefined, undefined, 'SAFETY'),
      turnComplete: fc.constantFrom(undefined, undefined, true),
      interrupted: fc.constantFrom(undefined, undefined, true),
      longRunningToolIds: fc.constantFrom(undefined, ['call_0', 'call_1'], ['call_0', 3, null], 'call_0'),
      outputTranscription: fc.option(transcript),
    }),
  },
  { weight: 1, arbitrary: json },
)

const outcome: fc.Arbitrary<CallOutcome> = fc.oneof(
  fc.record({ kind: fc.constant('result' as const), output: json as fc.Arbitrary<never> }),
  fc.constant({ kind: 'error' as const, errorText: 'failed' }),
  fc.constant({ kind: 'denied' as const }),
  fc.constant({ kind: 'expired' as const }),
  fc.constant({ kind: 'withdrawn' as const, reason: 'taken back' }),
)

const appInput: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ type: fc.constant('ask-open' as const), index: fc.nat({ max: 4 }), approvalId: fc.constantFrom('p1', 'p2', 'p3', '') }),
  fc.constant({ type: 'pause' as const }),
  fc.record({ type: fc.constant('settle-open' as const), index: fc.nat({ max: 4 }), outcome }),
  fc.record({ type: fc.constant('call-settled' as const), toolCallId: fc.constantFrom('call-1', 'call-9'), outcome }),
  fc.record({
    type: fc.constant('approval-requested' as const),
    toolCallId: fc.constantFrom('call-1', 'call-9'),
    approvalId: fc.constant('p9'),
  }),
  fc.record({ type: fc.constant('user-text' as const), text: words }),
  fc.constant({ type: 'user-speech-start' as const }),
  fc.constant({ type: 'user-speech-end' as const }),
  fc.record({
    type: fc.constant('user-speech-unheard' as const),
    turnId: fc.constantFrom('turn-1', 'turn-2', 'turn-3'),
    sound: fc.record({ attachmentId: fc.constantFrom('sound-1', null), voice: fc.constant({ durationMs: 500, bars: [0.5, 1] }) }),
  }),
  fc.constant({ type: 'interrupted' as const }),
  fc.constant({ type: 'malformed' as const }),
  fc.constant({ type: 'end' as const }),
  fc.record({ type: fc.constant('played-now' as const), samples: fc.oneof(fc.nat(), fc.double()) }),
)

const liveInput = liveFrame.map((frame): Happening => ({ type: 'live', frame }))
const textInput = textChunk.map((chunk): Happening => ({ type: 'text', chunk }))
const adkInput = adkEvent.map((event): Happening => ({ type: 'adk', event }))

/** Random legal and illegal frames of one source, or of all mixed, with inputs of the app between them. */
export const happenings: fc.Arbitrary<readonly Happening[]> = fc
  .constantFrom([liveInput], [liveInput], [textInput], [adkInput], [liveInput, textInput, adkInput])
  .chain((sources) =>
    fc.array(fc.oneof({ weight: 2, arbitrary: fc.oneof(...sources) }, { weight: 1, arbitrary: appInput }), { maxLength: 25 }),
  )
