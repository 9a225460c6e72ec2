import type { Chunk } from './chunks'
import type { MessageFacts } from './message-facts'

/** How one field of Gemini's messages is used. */
export type FieldUse =
  /** it is written as these chunks */
  | { readonly chunks: readonly Chunk['type'][]; readonly note?: string }
  /** it becomes metadata of `finish` under this name */
  | { readonly metadata: keyof MessageFacts; readonly note?: string }
  /** its own fields are in the table of this type */
  | { readonly within: string }
  /** it makes no chunk of its own but affects others */
  | { readonly decides: string }
  /** it is sent back to the model unchanged, and shown nowhere */
  | { readonly kept: string }
  /** it is ignored on purpose */
  | { readonly passedBy: string }

const TEXT = ['text-start', 'text-delta', 'text-end'] as const
const THOUGHT = ['reasoning-start', 'reasoning-delta', 'reasoning-end'] as const
const CALL = ['tool-input-start', 'tool-input-available'] as const

const SESSION = { passedBy: 'of the session, not of the conversation: src/main/models/live reads it' } as const
const NO_USE = { passedBy: 'nothing that a reader of the answer could use' } as const
const COUNT = { metadata: 'usage', note: 'the last value counts; none takes another away' } as const
const SOURCE = { chunks: ['source-url'], note: 'once per address' } as const
const INDEX = { passedBy: 'indices point outside the text often enough, and no chunk can carry them' } as const

const SOURCE_FIELDS = { uri: SOURCE, title: { chunks: ['source-url'] } } as const

/**
 * Every field of the messages in the Gemini SDK's types (`@google/genai` 2.32.0), by type: the tables of
 * docs/protocol.md are generated from this, and a test compares it with the SDK's declarations.
 */
export const GEMINI_FIELDS: { readonly [type: string]: { readonly [field: string]: FieldUse } } = {
  LiveServerMessage: {
    serverContent: { within: 'LiveServerContent' },
    toolCall: { within: 'LiveServerToolCall' },
    toolCallCancellation: { within: 'LiveServerToolCallCancellation' },
    usageMetadata: { within: 'UsageMetadata' },
    voiceActivity: { within: 'VoiceActivity' },
    voiceActivityDetectionSignal: { within: 'VoiceActivityDetectionSignal' },
    setupComplete: SESSION,
    goAway: SESSION,
    sessionResumptionUpdate: SESSION,
  },
  LiveServerContent: {
    modelTurn: { within: 'Content' },
    outputTranscription: { within: 'Transcription' },
    inputTranscription: { within: 'Transcription' },
    interimInputTranscription: { chunks: ['data-transcript'], note: 'in the user’s message, replaced until the words come' },
    interrupted: { chunks: ['data-interrupted'], note: 'once, if there was text or sound; sound after it is dropped' },
    turnComplete: { chunks: ['finish-step', 'finish'] },
    turnCompleteReason: { metadata: 'turnCompleteReason', note: 'also decides `finishReason`, never as `stop`' },
    generationComplete: { decides: 'that no more output of this turn comes: what follows an interruption is new' },
    interactionStatus: { decides: 'whether `turnComplete` ends the turn; read beside `serverContent` as well' },
    groundingMetadata: { within: 'GroundingMetadata' },
    urlContextMetadata: { within: 'UrlContextMetadata' },
    waitingForInput: NO_USE,
  },
  LiveServerToolCall: { functionCalls: { within: 'FunctionCall' } },
  LiveServerToolCallCancellation: { ids: { chunks: ['tool-output-error'], note: 'each open call of that id is withdrawn' } },
  VoiceActivity: {
    voiceActivityType: { decides: 'where the user’s speech begins and ends: words after a new beginning are a new turn' },
    audioOffset: NO_USE,
  },
  VoiceActivityDetectionSignal: { vadSignalType: { decides: 'the same as `voiceActivityType`' } },
  Transcription: {
    text: { chunks: TEXT, note: 'of the user’s message, or of the answer; repetitions add nothing' },
    finished: { decides: 'whether a text may repeat the whole utterance; never relied on to end a line' },
    languageCode: NO_USE,
    speakerLabel: NO_USE,
    words: NO_USE,
    startOffset: NO_USE,
    endOffset: NO_USE,
  },
  GenerateContentResponse: {
    candidates: { within: 'Candidate' },
    promptFeedback: { within: 'GenerateContentResponsePromptFeedback' },
    usageMetadata: { within: 'GenerateContentResponseUsageMetadata' },
    modelVersion: { metadata: 'modelVersion' },
    responseId: { metadata: 'responseId', note: 'another one after a `finishReason` and content begins a new step or answer' },
    createTime: NO_USE,
    modelStatus: NO_USE,
    sdkHttpResponse: { passedBy: 'made by the SDK, not sent by the server' },
    automaticFunctionCallingHistory: { passedBy: 'made by the SDK, not sent by the server' },
  },
  GenerateContentResponsePromptFeedback: {
    blockReason: { metadata: 'blockReason', note: 'a message without content, `finish {content-filter}`' },
    blockReasonMessage: { metadata: 'finishMessage' },
    safetyRatings: { passedBy: '`blockReason` says what came of them' },
  },
  Candidate: {
    content: { within: 'Content' },
    finishReason: { chunks: ['finish'], note: 'mapped to the six reasons; as it came in `rawFinishReason`' },
    finishMessage: { metadata: 'finishMessage' },
    index: { decides: 'which candidate is shown: only the first' },
    groundingMetadata: { within: 'GroundingMetadata' },
    urlContextMetadata: { within: 'UrlContextMetadata' },
    citationMetadata: { within: 'CitationMetadata' },
    safetyRatings: { passedBy: '`finishReason` says what came of them' },
    continuationToken: { passedBy: 'for the caller that asks for the rest; `CONTINUATION` keeps the answer open' },
    tokenCount: { passedBy: '`usageMetadata` counts' },
    avgLogprobs: NO_USE,
    logprobsResult: NO_USE,
  },
  Content: {
    parts: { within: 'Part' },
    role: { passedBy: 'what the model sends is the model’s; in ADK events `author` says who spoke' },
  },
  Part: {
    text: { chunks: TEXT, note: 'verbatim; as reasoning when `thought` is true' },
    thought: { chunks: THOUGHT },
    thoughtSignature: { kept: 'and in `providerMetadata.google.thoughtSignature` of the part it stands on, which it closes' },
    functionCall: { within: 'FunctionCall' },
    functionResponse: { chunks: ['tool-output-available'], note: 'in ADK events; elsewhere counted as unknown' },
    inlineData: { within: 'Blob' },
    fileData: { within: 'FileData' },
    executableCode: { within: 'ExecutableCode' },
    codeExecutionResult: { within: 'CodeExecutionResult' },
    toolCall: { kept: 'a call of a tool that the server runs itself' },
    toolResponse: { kept: 'a result of a tool that the server runs itself' },
    videoMetadata: { kept: 'beside the part it stands on' },
    mediaResolution: { kept: 'beside the part it stands on' },
    mediaProcessing: { kept: 'beside the part it stands on' },
    speechMetadata: { kept: 'beside the part it stands on' },
    partMetadata: { kept: 'beside the part it stands on' },
    audioTranscription: { kept: 'beside the part it stands on; speech comes with `outputTranscription`' },
  },
  FunctionCall: {
    name: { chunks: CALL },
    args: { chunks: CALL, note: 'as `input`, keys as they came' },
    id: { chunks: CALL, note: 'as `providerMetadata.google.callId`; `toolCallId` is our own' },
    partialArgs: { passedBy: 'not sent by the Gemini API' },
    willContinue: { passedBy: 'not sent by the Gemini API' },
  },
  Blob: {
    data: { chunks: ['data-pcm', 'file'], note: '16-bit PCM is sound, everything else a file with a data URL' },
    mimeType: { decides: 'whether the data is sound, and its rate; 24 kHz when it names none' },
    displayName: NO_USE,
  },
  FileData: {
    fileUri: { chunks: ['file'] },
    mimeType: { chunks: ['file'], note: '`application/octet-stream` when it is missing' },
    displayName: NO_USE,
  },
  ExecutableCode: {
    code: { chunks: ['data-executable-code'] },
    language: { chunks: ['data-executable-code'] },
    id: { kept: 'with its part' },
  },
  CodeExecutionResult: {
    outcome: { chunks: ['data-code-execution-result'] },
    output: { chunks: ['data-code-execution-result'] },
    id: { kept: 'with its part' },
  },
  GroundingMetadata: {
    groundingChunks: { within: 'GroundingChunk' },
    groundingSupports: INDEX,
    webSearchQueries: NO_USE,
    imageSearchQueries: NO_USE,
    retrievalQueries: NO_USE,
    retrievalMetadata: NO_USE,
    searchEntryPoint: { passedBy: 'HTML of a foreign page' },
    googleMapsWidgetContextToken: NO_USE,
    sourceFlaggingUris: NO_USE,
  },
  GroundingChunk: {
    web: { within: 'GroundingChunkWeb' },
    maps: { within: 'GroundingChunkMaps' },
    retrievedContext: { within: 'GroundingChunkRetrievedContext' },
    image: { within: 'GroundingChunkImage' },
  },
  GroundingChunkWeb: { ...SOURCE_FIELDS, domain: NO_USE },
  GroundingChunkMaps: { ...SOURCE_FIELDS, placeAnswerSources: NO_USE, placeId: NO_USE, text: NO_USE, route: NO_USE },
  GroundingChunkRetrievedContext: {
    ...SOURCE_FIELDS,
    documentName: NO_USE,
    ragChunk: NO_USE,
    text: NO_USE,
    customMetadata: NO_USE,
    fileSearchStore: NO_USE,
    mediaId: NO_USE,
    pageNumber: NO_USE,
  },
  GroundingChunkImage: {
    sourceUri: SOURCE,
    imageUri: { chunks: ['source-url'], note: 'when there is no `sourceUri`' },
    title: { chunks: ['source-url'] },
    domain: NO_USE,
  },
  UrlContextMetadata: { urlMetadata: { within: 'UrlMetadata' } },
  UrlMetadata: {
    retrievedUrl: SOURCE,
    urlRetrievalStatus: { decides: 'whether the page counts: one that could not be read is no source' },
  },
  CitationMetadata: { citations: { within: 'Citation' } },
  Citation: { ...SOURCE_FIELDS, startIndex: INDEX, endIndex: INDEX, license: NO_USE, publicationDate: NO_USE },
  UsageMetadata: {
    promptTokenCount: COUNT,
    responseTokenCount: COUNT,
    thoughtsTokenCount: COUNT,
    cachedContentTokenCount: COUNT,
    toolUsePromptTokenCount: COUNT,
    totalTokenCount: COUNT,
    promptTokensDetails: COUNT,
    responseTokensDetails: COUNT,
    cacheTokensDetails: COUNT,
    toolUsePromptTokensDetails: COUNT,
    trafficType: NO_USE,
    serviceTier: NO_USE,
  },
  GenerateContentResponseUsageMetadata: {
    promptTokenCount: COUNT,
    candidatesTokenCount: COUNT,
    thoughtsTokenCount: COUNT,
    cachedContentTokenCount: COUNT,
    toolUsePromptTokenCount: COUNT,
    totalTokenCount: COUNT,
    promptTokensDetails: COUNT,
    candidatesTokensDetails: COUNT,
    cacheTokensDetails: COUNT,
    toolUsePromptTokensDetails: COUNT,
    trafficType: NO_USE,
    initialPromptTokenCount: NO_USE,
  },
}
