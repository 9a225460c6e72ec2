import type { Choices } from './choices'
import { pcm } from './converter-script'
import { anything } from './fuzz-values'

const WORDS = ['Hello', ' there.', 'はい、', '👍', 'No', '.', ' ', 'Switch on the porch light.', ''] as const
const IDS = [undefined, 'c0', 'c1', 'adk-1', ''] as const
const TOOLS = ['pay', 'look', 'adk_request_confirmation'] as const

const words = (choices: Choices) => choices.of(...WORDS)
const signature = (choices: Choices) => (choices.once(5) ? { thoughtSignature: 'sig==' } : {})

function call(choices: Choices): object {
  const args = choices.once(4) ? anything(choices) : { n: choices.below(3) }
  return { id: choices.of(...IDS), name: choices.of(...TOOLS), args }
}

function confirmation(choices: Choices): object {
  const originalFunctionCall = { id: choices.of(...IDS), name: choices.of(...TOOLS) }
  return { id: choices.of('adk-1', 'adk-2', undefined), name: 'adk_request_confirmation', args: { originalFunctionCall } }
}

function response(choices: Choices): object {
  const answer = choices.of<unknown>(
    { confirmed: true },
    { confirmed: false },
    { confirmed: 'yes' },
    { ok: 1 },
    { status: choices.of('pending', 'approved', 'new') },
    anything(choices),
  )
  return { id: choices.of(...IDS), name: choices.of(...TOOLS), response: answer }
}

function part(choices: Choices): unknown {
  switch (choices.below(11)) {
    case 0:
    case 1:
      return { text: words(choices), ...signature(choices) }
    case 2:
      return { text: words(choices), thought: true, ...signature(choices) }
    case 3:
      return { functionCall: call(choices), ...signature(choices) }
    case 4:
      return { functionCall: confirmation(choices) }
    case 5:
      return { functionResponse: response(choices) }
    case 6:
      return { inlineData: { mimeType: choices.of('audio/pcm;rate=24000', 'audio/pcm', 'audio/mp3'), data: pcm(choices.below(4)) } }
    case 7:
      return { inlineData: { mimeType: choices.of('image/png', 'audio/pcm', 'x'), data: choices.of('iVBORw0KGgo=', 'AAA', 'no base64') } }
    case 8:
      return { fileData: { mimeType: 'video/mp4', fileUri: choices.of('https://a.example/x', '') } }
    case 9:
      return choices.of<object>(
        { executableCode: { language: 'PYTHON', code: '1' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      )
    default:
      return anything(choices)
  }
}

const content = (choices: Choices) => ({ role: choices.of('model', 'user'), parts: choices.some(3, () => part(choices)) })
const usage = (choices: Choices) => ({ promptTokenCount: choices.below(9), responseTokenCount: choices.of<unknown>(3, 'x', 1e308) })
const grounding = (choices: Choices) => ({
  groundingChunks: [{ web: { uri: choices.of('https://a.example', 'https://b.example', ''), title: 'a' } }],
})
const transcript = (choices: Choices) => ({ text: words(choices), finished: choices.of(undefined, true, false) })

/** A Live server message. */
export function liveFrame(choices: Choices): object {
  const serverContent = (fields: object) => ({ serverContent: fields })
  switch (choices.below(15)) {
    case 0:
      return serverContent({ inputTranscription: transcript(choices) })
    case 1:
    case 2:
      return serverContent({ outputTranscription: transcript(choices) })
    case 3:
    case 4:
      return serverContent({ modelTurn: content(choices) })
    case 5:
      return serverContent({ interrupted: true, ...(choices.once(3) && { modelTurn: content(choices) }) })
    case 6:
      return serverContent({ generationComplete: true })
    case 7:
    case 8:
      return {
        ...serverContent({
          turnComplete: true,
          interactionStatus: choices.of(undefined, 'IDLE', 'IN_PROGRESS', 'REQUIRES_ACTION'),
          turnCompleteReason: choices.of(undefined, undefined, 'RESPONSE_REJECTED', 'NEW_ONE'),
        }),
        ...(choices.once(2) && { usageMetadata: usage(choices) }),
      }
    case 9:
    case 10:
      return { toolCall: { functionCalls: choices.some(3, () => call(choices)) } }
    case 11:
      return { toolCallCancellation: { ids: choices.some(2, () => choices.of(...IDS)) } }
    case 12:
      return choices.of<object>(
        { interactionStatus: 'IDLE' },
        { voiceActivity: { voiceActivityType: choices.of('ACTIVITY_START', 'ACTIVITY_END') } },
        { error: { code: 503, message: 'overloaded' } },
        { usageMetadata: usage(choices) },
      )
    case 13:
      return serverContent({ interimInputTranscription: transcript(choices), groundingMetadata: grounding(choices) })
    default:
      return choices.of<object>(
        { setupComplete: {} },
        { goAway: { timeLeft: '9s' } },
        { sessionResumptionUpdate: { resumable: false } },
        { novelty: 1 },
      )
  }
}

/** A chunk of streamed `generateContent`. */
export function textChunk(choices: Choices): object {
  if (choices.once(10))
    return choices.of<object>(
      { promptFeedback: { blockReason: 'SAFETY' } },
      { error: { message: 'overloaded' } },
      { usageMetadata: usage(choices) },
    )
  const candidate = {
    content: content(choices),
    finishReason: choices.of(
      undefined,
      undefined,
      undefined,
      'STOP',
      'MAX_TOKENS',
      'CONTINUATION',
      'SAFETY',
      'NEW_ONE',
      'MALFORMED_FUNCTION_CALL',
    ),
    ...(choices.once(5) && { groundingMetadata: grounding(choices) }),
  }
  return {
    candidates: choices.once(10) ? [candidate, { ...candidate, index: 1 }] : [candidate],
    responseId: choices.of('r1', 'r1', 'r2', undefined),
    ...(choices.once(3) && { usageMetadata: usage(choices) }),
  }
}

/** An ADK event, in camel case; the damage converts some keys to snake case. */
export function adkEvent(choices: Choices): object {
  return {
    author: choices.of('agent', 'agent', 'user', 'second_agent', undefined),
    content: content(choices),
    partial: choices.of(undefined, true, false),
    finishReason: choices.of(undefined, undefined, 'STOP'),
    ...(choices.once(5) && { turnComplete: true }),
    ...(choices.once(8) && { interrupted: true }),
    ...(choices.once(8) && { errorCode: 'SAFETY', errorMessage: 'no' }),
    ...(choices.once(6) && { outputTranscription: transcript(choices) }),
    ...(choices.once(6) && { inputTranscription: transcript(choices) }),
    ...(choices.once(2) && { longRunningToolIds: choices.of<unknown>(['c0', 'c1'], ['c0'], [choices.of(...IDS)], 'c0') }),
    ...(choices.once(6) && { actions: { requestedToolConfirmations: { c0: {} } } }),
  }
}
