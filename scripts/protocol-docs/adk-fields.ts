import type { FieldUse } from '../../src/shared/protocol/gemini-fields'

const AGENT = { passedBy: 'of the agent’s own bookkeeping' } as const

/** Every field of an ADK event (camel or snake case) and its use; docs/protocol.md shows this table. */
export const ADK_FIELDS: { readonly [field: string]: FieldUse } = {
  author: { decides: 'who spoke: `user`, or the model' },
  content: { within: 'Content' },
  partial: { decides: 'whether text and calls come once more in a whole event: that text is not repeated, calls are left to it' },
  turnComplete: { chunks: ['finish-step', 'finish'] },
  interrupted: { chunks: ['data-interrupted'], note: 'as in Live' },
  inputTranscription: { within: 'Transcription' },
  outputTranscription: { within: 'Transcription' },
  finishReason: { chunks: ['finish'], note: 'mapped as for the text endpoint' },
  turnCompleteReason: { metadata: 'turnCompleteReason' },
  errorCode: {
    chunks: ['error', 'finish'],
    note: 'a finish reason beside content or when it is one that ends an answer (`SAFETY`, `MAX_TOKENS`, a blocked prompt); otherwise an error',
  },
  errorMessage: { chunks: ['error'], note: 'otherwise `finishMessage`' },
  usageMetadata: { within: 'GenerateContentResponseUsageMetadata' },
  modelVersion: { metadata: 'modelVersion' },
  groundingMetadata: { within: 'GroundingMetadata' },
  citationMetadata: { within: 'CitationMetadata' },
  actions: { decides: '`requestedToolConfirmations` names the calls whose result is a stand-in until the user has answered' },
  longRunningToolIds: {
    decides:
      'that what the agent answers to these calls first is a preliminary result: the call stays open until the user’s side sends the result, or a `status` says that it is over',
  },
  id: { decides: 'whether the same event is delivered once more: then it is passed by' },
  invocationId: {
    decides: 'whether a run is past: after the user’s next words only what its calls bring still counts, the rest is passed by',
  },
  branch: AGENT,
  timestamp: AGENT,
  customMetadata: AGENT,
  avgLogprobs: AGENT,
  logprobsResult: AGENT,
  cacheMetadata: AGENT,
  interactionId: AGENT,
  liveSessionId: AGENT,
  liveSessionResumptionUpdate: AGENT,
  goAway: AGENT,
}
