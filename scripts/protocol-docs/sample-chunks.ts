import type { Chunk, PlacedChunk } from '../../src/shared/protocol/chunks'

const place = { toolCallId: 'call-1', toolName: 'getWeather', dynamic: true } as const
const stop: Chunk = { type: 'finish', finishReason: 'stop' }
const paused: Chunk = { type: 'finish', finishReason: 'tool-calls' }
const start: Chunk = { type: 'start', messageId: 'message-1' }
const step: Chunk = { type: 'start-step' }
const stepEnd: Chunk = { type: 'finish-step' }
const callStart: Chunk = { type: 'tool-input-start', ...place }
const call: Chunk = { type: 'tool-input-available', ...place, input: { place: 'Lisbon' } }
const question: Chunk = { type: 'tool-approval-request', approvalId: 'approval-1', toolCallId: 'call-1' }
const result: Chunk = { type: 'tool-output-available', toolCallId: 'call-1', output: { degrees: 17 } }

const text = (kind: 'text' | 'reasoning'): readonly Chunk[] => [
  { type: `${kind}-start`, id: `${kind}-1` },
  { type: `${kind}-delta`, id: `${kind}-1`, delta: 'It rains.' },
  { type: `${kind}-end`, id: `${kind}-1` },
]

const asides: readonly Chunk[] = [
  { type: 'data-pcm', data: { chunk: 'AAAA', sampleRate: 24_000, channels: 1, bitDepth: 16, startSample: 0 }, transient: true },
  { type: 'data-transcript', id: 'transcript', data: { turnId: 'turn-1', text: 'How', final: false } },
  { type: 'data-interrupted', data: { heardSamples: 1, totalSamples: 2, playedCharacters: 4 } },
  { type: 'data-diagnostic', data: { kind: 'unknown-part', count: 1 }, transient: true },
  { type: 'message-metadata', messageMetadata: { turnId: 'turn-1' } },
]

const parts: readonly Chunk[] = [
  { type: 'source-url', sourceId: 'source-1', url: 'https://example.org' },
  { type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png' },
  { type: 'data-executable-code', data: { language: 'PYTHON', code: 'print(1)' } },
  { type: 'data-code-execution-result', data: { outcome: 'OUTCOME_OK', output: '1' } },
  { type: 'data-artifact', data: { artifactId: 'artifact-1', title: 'Table', rows: 2, columns: 2 } },
]

/** Speech of the user without a transcript. */
const untranscribed: readonly Chunk[] = [
  start,
  { type: 'data-speech', id: 'speech', data: { attachmentId: 'attachment-1', durationMs: 1200, shown: true } },
  stop,
]

/** Short answers, and messages of the user, that together contain every chunk type. */
export const SAMPLE_ANSWERS: readonly (readonly PlacedChunk[])[] = [
  [start, ...asides, step, ...text('reasoning'), ...text('text'), ...parts, stepEnd, stop],
  [
    start,
    step,
    callStart,
    { type: 'tool-input-delta' as const, toolCallId: 'call-1', inputTextDelta: '{}' },
    call,
    result,
    stepEnd,
    step,
    ...text('text'),
    stepEnd,
    stop,
  ],
  [start, step, callStart, call, { type: 'tool-output-error' as const, toolCallId: 'call-1', errorText: 'no' }, stepEnd, stop],
  [start, step, { type: 'tool-input-error' as const, ...place, input: {}, errorText: 'no' }, stepEnd, stop],
  [start, step, callStart, call, question, stepEnd, paused, start, result, step, ...text('text'), stepEnd, stop],
  [start, step, callStart, call, question, stepEnd, paused, start, { type: 'tool-output-denied' as const, toolCallId: 'call-1' }, stop],
  [start, { type: 'error' as const, errorText: 'no' }, { type: 'finish' as const, finishReason: 'error' as const }],
  [start, { type: 'abort' as const, reason: 'stopped' }, stop],
]
  .map((chunks) => chunks.map((chunk): PlacedChunk => ({ turnId: 'turn-1', messageId: 'message-1', role: 'assistant', chunk })))
  .concat([untranscribed.map((chunk): PlacedChunk => ({ turnId: 'turn-1', messageId: 'message-1', role: 'user', chunk }))])
