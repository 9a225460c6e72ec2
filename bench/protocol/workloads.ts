import { randomWords } from './random-words'

/** What Gemini sends in one stream: the bodies of its SSE events. */
export interface Workload {
  readonly name: string
  readonly about: string
  events(): readonly string[]
}

const RESPONSE_ID = 'bench-response-0001'

function eventOf(parts: readonly object[], index: number, finishReason?: string): string {
  const content = { parts, role: 'model' }
  return JSON.stringify({
    candidates: [{ content, ...(finishReason === undefined ? {} : { finishReason }), index: 0 }],
    usageMetadata: {
      promptTokenCount: 11,
      candidatesTokenCount: index + 1,
      totalTokenCount: index + 612,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 11 }],
      thoughtsTokenCount: 600,
    },
    modelVersion: 'gemini-3.8-flash',
    responseId: RESPONSE_ID,
  })
}

function streamOf(parts: readonly (readonly object[])[]): readonly string[] {
  return [...parts.map((part, index) => eventOf(part, index)), eventOf([{ text: '' }], parts.length, 'STOP')]
}

const words = randomWords(1)

function times<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function imageOf(bytes: number): string {
  return Buffer.from(Uint8Array.from({ length: bytes }, () => words.number(256))).toString('base64')
}

/** The streams that are measured; every run makes the same bytes. */
export const workloads: readonly Workload[] = [
  {
    name: 'short deltas',
    about: '5,000 events of one to three words',
    events: () => streamOf(times(5000, () => [{ text: words.text(1 + words.number(3)) }])),
  },
  {
    name: 'long text',
    about: '4,000 events of 25 words, twice as long as the longest in the AI SDK’s published recordings of Gemini',
    events: () => streamOf(times(4000, () => [{ text: words.text(25) }])),
  },
  {
    name: 'huge events',
    about: '1,000 events of 200 words',
    events: () => streamOf(times(1000, () => [{ text: words.text(200) }])),
  },
  {
    name: 'tool calls',
    about: '1,000 events with one signed call each',
    events: () =>
      streamOf(
        times(1000, (index) => [
          {
            functionCall: {
              id: `call_${index}`,
              name: 'getWeather',
              args: { place: words.text(2), day: index, units: ['celsius', 'metres'], options: { hourly: true, note: words.text(6) } },
            },
            thoughtSignature: `c2lnbmF0dXJl${index}`,
          },
        ]),
      ),
  },
  {
    name: 'thoughts',
    about: '2,500 events of thought, 2,500 of text',
    events: () =>
      streamOf([...times(2500, () => [{ text: words.text(5), thought: true }]), ...times(2500, () => [{ text: words.text(2) }])]),
  },
  {
    name: 'images',
    about: '4 images of 256 kB, 100 events of text',
    events: () =>
      streamOf([
        ...times(100, () => [{ text: words.text(5) }]),
        ...times(4, () => [{ inlineData: { mimeType: 'image/png', data: imageOf(256 * 1024) } }]),
      ]),
  },
]

const PIECE_BYTES = 4096

/** The stream as the network delivers it: CRLF as Gemini sends it, cut into pieces without regard to events or characters. */
export function piecesOf(events: readonly string[]): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${event}\r\n\r\n`).join(''))
  return times(Math.ceil(bytes.length / PIECE_BYTES), (index) => bytes.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES))
}
