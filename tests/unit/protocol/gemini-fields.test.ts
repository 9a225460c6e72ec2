import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import type { Chunk, PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const text = (chunk: unknown): ConverterInput => ({ type: 'text', chunk })
const adk = (event: object): ConverterInput => ({ type: 'adk', event: { author: 'agent', ...event } })
const candidate = (parts: readonly unknown[], more: object = {}): ConverterInput =>
  text({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }] })
const answer = (more: object) => candidate([{ text: 'It rains.' }], { finishReason: 'STOP', ...more })

/** Plays the inputs, checks the grammar of the output, and returns the chunks of one type. */
function made<Type extends Chunk['type']>(type: Type, ...inputs: readonly ConverterInput[]): readonly Extract<Chunk, { type: Type }>[] {
  const output = legal(play(inputs))
  const isWanted = (chunk: Chunk): chunk is Extract<Chunk, { type: Type }> => chunk.type === type
  return output.map(({ chunk }) => chunk).filter(isWanted)
}

function legal(output: readonly PlacedChunk[]): readonly PlacedChunk[] {
  expect(lintStream(output)).toEqual([])
  return output
}

const sourcesOf = (...inputs: readonly ConverterInput[]) => made('source-url', ...inputs).map(({ url, title }) => [url, title])
const diagnosticsOf = (...inputs: readonly ConverterInput[]) =>
  made('data-diagnostic', ...inputs).map(({ data }) => [data.kind, data.count])
const metadataOf = (...inputs: readonly ConverterInput[]) => legal(play(inputs)).findLast(({ chunk }) => chunk.type === 'finish')?.chunk

describe('sources of an answer', () => {
  const chunks = [
    { web: { uri: 'https://a.example', title: 'A', domain: 'a.example' } },
    { maps: { uri: 'https://maps.example/1', title: 'A café', placeId: 'places/1' } },
    { retrievedContext: { uri: 'gs://bucket/doc.pdf', title: 'Doc' } },
    { image: { sourceUri: 'https://b.example/page', imageUri: 'https://b.example/i.png', title: 'B' } },
    { web: { uri: 'https://a.example', title: 'A again' } },
  ]
  const expected = [
    ['https://a.example', 'A'],
    ['https://maps.example/1', 'A café'],
    ['gs://bucket/doc.pdf', 'Doc'],
    ['https://b.example/page', 'B'],
  ]

  it('appear once per address, from pages, places, documents and images', () => {
    expect(sourcesOf(answer({ groundingMetadata: { groundingChunks: chunks } }))).toEqual(expected)
    expect(sourcesOf(live.said('It rains.'), live.content({ groundingMetadata: { groundingChunks: chunks } }), live.complete())).toEqual(
      expected,
    )
    expect(sourcesOf(adk({ content: { parts: [{ text: 'x' }] }, grounding_metadata: { grounding_chunks: chunks } }))).toEqual(expected)
  })

  it('wait for the first word of the answer if they come before it', () => {
    const grounded = live.content({ groundingMetadata: { groundingChunks: chunks } })
    expect(sourcesOf(live.heard('Will it rain?'), grounded, live.said('It rains.'), live.complete())).toEqual(expected)
    expect(sourcesOf(live.heard('Will it rain?'), grounded, live.complete())).toEqual([])
    expect(diagnosticsOf(live.heard('Will it rain?'), grounded, live.complete(), live.heard('Hello?'))).toEqual([['late-source', 4]])
    expect(sourcesOf(grounded)).toEqual([])
  })

  it('are found whatever the supports point at, and invalid ones are skipped', () => {
    const groundingSupports = [
      { segment: { startIndex: 900, endIndex: -4, text: 'nowhere' }, groundingChunkIndices: [7, -1, 1e9, 'x'] },
      null,
      { groundingChunkIndices: 'none' },
    ]
    const groundingChunks = [null, 5, {}, { web: {} }, { web: { uri: 3 } }, { web: { uri: '' } }, ...chunks.slice(0, 1)]
    const grounding = { groundingChunks, groundingSupports, webSearchQueries: ['rain'], searchEntryPoint: { renderedContent: '<b>x</b>' } }
    expect(sourcesOf(answer({ groundingMetadata: grounding }))).toEqual([['https://a.example', 'A']])
    expect(sourcesOf(answer({ groundingMetadata: [grounding] }), answer({ groundingMetadata: { groundingChunks: 'none' } }))).toEqual([])
  })

  it('come from pages that the model read, not from those it could not', () => {
    const urlMetadata = [
      { retrievedUrl: 'https://read.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
      { retrievedUrl: 'https://paid.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL' },
      { retrievedUrl: 'https://gone.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
      { retrievedUrl: 'https://unsaid.example' },
      { urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
      null,
    ]
    const read = [
      ['https://read.example', undefined],
      ['https://unsaid.example', undefined],
    ]
    expect(sourcesOf(answer({ urlContextMetadata: { urlMetadata } }))).toEqual(read)
    expect(sourcesOf(live.said('It rains.'), live.content({ urlContextMetadata: { urlMetadata } }), live.complete())).toEqual(read)
  })

  it('come from works that the answer cites', () => {
    const citations = [
      { startIndex: 0, endIndex: 99_999, uri: 'https://cited.example', title: 'Cited', license: 'MIT' },
      { startIndex: -1, uri: '' },
      { uri: 'https://cited.example' },
      'no',
    ]
    expect(sourcesOf(answer({ citationMetadata: { citations } }))).toEqual([['https://cited.example', 'Cited']])
    expect(sourcesOf(answer({ citationMetadata: { citationSources: [{ uri: 'https://old.example' }] } }))).toEqual([
      ['https://old.example', undefined],
    ])
  })
})

describe('a file that the model names', () => {
  it('is a file part with its address and type', () => {
    expect(made('file', candidate([{ fileData: { fileUri: 'https://f.example/a.pdf', mimeType: 'application/pdf' } }]))).toEqual([
      { type: 'file', url: 'https://f.example/a.pdf', mediaType: 'application/pdf' },
    ])
  })

  it('is bytes if no type was sent, and ignored without an address', () => {
    expect(made('file', candidate([{ file_data: { file_uri: 'gs://b/a' } }]))).toEqual([
      { type: 'file', url: 'gs://b/a', mediaType: 'application/octet-stream' },
    ])
    const broken = [{ fileData: { mimeType: 'image/png' } }, { fileData: { fileUri: 'gs://b', mimeType: 7 } }]
    expect(diagnosticsOf(candidate([...broken, { text: 'x' }]))).toEqual([['unknown-part', 2]])
  })

  it('keeps its signature, and video options only in what is sent back', () => {
    const part = {
      inlineData: { mimeType: 'video/mp4', data: 'AAAA' },
      thoughtSignature: 'c2ln',
      videoMetadata: { startOffset: '1s', endOffset: '2s', fps: 5 },
    }
    const converter = createConverter({ newId: countingIds() })
    const output = converter.push(candidate([part]))
    expect(output.map(({ chunk }) => chunk)).toContainEqual({
      type: 'file',
      url: 'data:video/mp4;base64,AAAA',
      mediaType: 'video/mp4',
      providerMetadata: { google: { thoughtSignature: 'c2ln' } },
    })
    expect(converter.modelContents(output[0]?.messageId ?? '')[0]?.parts).toEqual([part])
  })
})

describe('what the server runs itself', () => {
  const parts = [
    { toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['rain'] } }, thoughtSignature: 'c2ln' },
    { toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: { results: [] } } },
    { executableCode: { id: 'c1', language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'c2ln' },
    { codeExecutionResult: { id: 'c1', outcome: 'OUTCOME_OK', output: '1\n' } },
    { codeExecutionResult: { id: 'c2', outcome: 'OUTCOME_DEADLINE_EXCEEDED' } },
    { text: 'One.' },
  ]

  it('is shown as code and result, and the calls of its own tools not at all', () => {
    const chunks = play([candidate(parts)]).map(({ chunk }) => chunk)
    expect(chunks.filter(({ type }) => type.startsWith('data-') || type.startsWith('tool-'))).toEqual([
      { type: 'data-executable-code', data: { language: 'PYTHON', code: 'print(1)' } },
      { type: 'data-code-execution-result', data: { outcome: 'OUTCOME_OK', output: '1\n' } },
      { type: 'data-code-execution-result', data: { outcome: 'OUTCOME_DEADLINE_EXCEEDED', output: '' } },
    ])
  })

  it('is sent back verbatim, with ids and signatures', () => {
    const converter = createConverter({ newId: countingIds() })
    const output = [...converter.push(candidate([parts[5], ...parts.slice(0, 5)]))]
    expect(converter.modelContents(output[0]?.messageId ?? '').flatMap((content) => content.parts)).toEqual([
      parts[5],
      ...parts.slice(0, 5),
    ])
  })
})

describe('a thought with a signature', () => {
  it('closes its own part, and the text after it is text', () => {
    const output = play([
      candidate([{ text: 'Hm.', thought: true, thoughtSignature: 'c2ln' }, { text: 'Rain.' }], { finishReason: 'STOP' }),
    ])
    expect(output.map(({ chunk }) => chunk)).toContainEqual({
      type: 'reasoning-end',
      id: 'reasoning-1',
      providerMetadata: { google: { thoughtSignature: 'c2ln' } },
    })
    expect(made('text-delta', candidate([{ text: 'Hm.', thought: true, thoughtSignature: 'c2ln' }, { text: 'Rain.' }]))).toMatchObject([
      { delta: 'Rain.' },
    ])
  })

  it('is a thought even without text', () => {
    const output = play([candidate([{ thought: true, thoughtSignature: 'c2ln' }, { text: 'Rain.' }])])
    expect(output.map(({ chunk }) => chunk.type)).toContain('reasoning-end')
  })
})

describe('the end of a stream', () => {
  it('is reported in the server’s words', () => {
    expect(
      metadataOf(candidate([], { finishReason: 'SAFETY', finishMessage: 'Blocked.', safetyRatings: [{ blocked: true }] })),
    ).toMatchObject({ finishReason: 'content-filter', messageMetadata: { rawFinishReason: 'SAFETY', finishMessage: 'Blocked.' } })
    const promptFeedback = { blockReason: 'JAILBREAK', blockReasonMessage: 'Not this.', safetyRatings: [] }
    expect(metadataOf(text({ promptFeedback }))).toMatchObject({
      finishReason: 'content-filter',
      messageMetadata: { blockReason: 'JAILBREAK', finishMessage: 'Not this.' },
    })
  })

  it('is open if the model says that it will continue, and the rest is the same answer', () => {
    const output = play([
      candidate([{ text: 'One, ' }], { finishReason: 'CONTINUATION', continuationToken: 'dG9rZW4' }),
      candidate([{ text: 'two.' }], { finishReason: 'STOP' }),
    ])
    expect(legal(output).filter(({ chunk }) => ['start', 'start-step', 'text-start', 'finish'].includes(chunk.type))).toHaveLength(4)
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
  })

  it('is an error if a list of chunks contains one', () => {
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota.', details: [{ '@type': 'x' }] }
    const chunks = [{ candidates: [{ content: { parts: [{ text: 'Half' }] } }] }, { error }]
    expect(made('error', text(chunks))).toEqual([{ type: 'error', errorText: 'Quota.' }])
    expect(metadataOf(text([{ error }]))).toMatchObject({ finishReason: 'error', messageMetadata: { errorCode: 'RESOURCE_EXHAUSTED' } })
    expect(made('text-delta', text(chunks))).toMatchObject([{ delta: 'Half' }])
  })

  it('is not affected by lists without chunks', () => {
    expect(diagnosticsOf(text([]), text([1, null, [{}]]), answer({}))).toEqual([['unknown-frame', 2]])
    expect(diagnosticsOf(text([{}, null, [{ error: 'deep' }]]), answer({}))).toEqual([['unknown-frame', 1]])
  })
})

describe('an extended-thinking turn', () => {
  it.each([
    [
      'inside the content',
      live.content({ turnComplete: true, interactionStatus: 'IN_PROGRESS' }),
      live.content({ interactionStatus: 'IDLE' }),
    ],
    [
      'beside the content',
      live.frame({ serverContent: { turnComplete: true }, interactionStatus: 'IN_PROGRESS' }),
      live.frame({ interactionStatus: 'REQUIRES_ACTION' }),
    ],
  ])('continues after its filler, and ends when idle, reported %s', (_name, filler, idle) => {
    const converter = createConverter({ newId: countingIds() })
    converter.push(live.said('One moment.'))
    converter.push(filler)
    expect(converter.isIdle()).toBe(false)
    const rest = [...converter.push(live.said('Seventeen.')), ...converter.push(idle)]
    expect(rest.map(({ chunk }) => chunk.type)).not.toContain('start')
    expect(rest.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'stop' })
    expect(converter.isIdle()).toBe(true)
  })
})

describe('the beginning of speech', () => {
  it.each([
    ['voice activity', { voiceActivity: { voiceActivityType: 'ACTIVITY_START', audioOffset: '1.2s' } }],
    ['the older signal', { voiceActivityDetectionSignal: { vadSignalType: 'VAD_SIGNAL_TYPE_SOS' } }],
    ['either, in snake case', { voice_activity: { voice_activity_type: 'ACTIVITY_START' } }],
  ])('is reported by %s: the same words again are new then', (_name, signal) => {
    const turn = [live.frame(signal), live.heard('What time is it?'), live.said('Nine.'), live.complete()]
    const users = play([...turn, ...turn]).filter(({ role, chunk }) => role === 'user' && chunk.type === 'text-delta')
    expect(new Set(users.map(({ messageId }) => messageId)).size).toBe(2)
  })
})

describe('other facts of an answer', () => {
  it('are ignored silently: they are known and mean nothing to a reader', () => {
    const known = {
      avgLogprobs: -0.1,
      logprobsResult: {},
      tokenCount: 3,
      safetyRatings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', probability: 'NEGLIGIBLE' }],
      continuationToken: 'dA',
    }
    expect(diagnosticsOf(answer(known))).toEqual([])
    const outer = { createTime: 'x', modelStatus: {}, sdkHttpResponse: { headers: {} }, automaticFunctionCallingHistory: [] }
    expect(diagnosticsOf(text({ ...outer, candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }] }))).toEqual([])
    const content = { waitingForInput: true, generationComplete: true }
    const frames = [{ setupComplete: {} }, { goAway: { timeLeft: '9s' } }, { sessionResumptionUpdate: { newHandle: 'h', resumable: true } }]
    expect(diagnosticsOf(...frames.map(live.frame), live.said('x'), live.content(content), live.complete())).toEqual([])
  })
})
