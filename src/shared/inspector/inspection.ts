import type { RecordedEvent, RecordedFrame } from '../fixtures/recorded-event'
import type { JsonValue } from '../lib/json'
import { isJsonObject, parseJson } from '../lib/json-value'
import type { PlacedChunk } from '../protocol/chunks'
import { type Converter, createConverter } from '../protocol/from-gemini'
import { chunkLabel } from './chunk-label'
import type { ConversionStep } from './conversion-step'
import { frameLabel } from './frame-label'
import { createPartFinder } from './part-finder'
import type { ChunkRow, WireRow } from './rows'
import { type TurnFacts, TurnLog } from './turn-log'

/**
 * The wire traffic of a conversation together with the chunks made from it: main's recording, converted again by the same
 * converter. Grows by pieces; a piece costs only what is new in it.
 */
export class Inspection {
  readonly wire: WireRow[] = []
  readonly chunks: ChunkRow[] = []
  readonly #events = new Map<number, RecordedEvent>()
  readonly #rowOfEvent = new Map<number, number>()
  readonly #rowsOfMessage = new Map<string, number>()
  #waiting: readonly ConversionStep[] = []
  #nextWaiting = 0
  #parsed: { readonly index: number; readonly value: JsonValue | undefined } | null = null
  readonly #turns = new TurnLog()
  readonly #partOf = createPartFinder()
  readonly #converter: Converter
  #ids: readonly string[] = []
  #drawn = 0
  #lastRun: string | null = null
  #current: WireRow | null = null

  constructor() {
    this.#converter = createConverter({ keepsContents: false, newId: (prefix) => this.#nextId(prefix) })
  }

  /** Adds what was recorded since; both in order. */
  take(events: readonly RecordedEvent[], steps: readonly ConversionStep[]): void {
    this.#waiting = [...this.#waiting.slice(this.#nextWaiting), ...steps]
    this.#nextWaiting = 0
    this.#stepsUntil(-1)
    for (const event of events) {
      this.#events.set(event.index, event)
      this.#event(event)
      this.#stepsUntil(event.index)
    }
  }

  /** The recorded events of a row. */
  eventsOf(row: WireRow): readonly RecordedEvent[] {
    const events: RecordedEvent[] = []
    for (let index = row.first; index <= row.last; index += 1) {
      const event = this.#events.get(index)
      if (event !== undefined && this.#rowOfEvent.get(index) === row.place) events.push(event)
    }
    return events
  }

  /** All recorded events, in order. */
  events(): readonly RecordedEvent[] {
    return [...this.#events.values()]
  }

  /** The first wire row of a message; null if it is unknown. */
  rowOfMessage(messageId: string): number | null {
    return this.#rowsOfMessage.get(messageId) ?? null
  }

  turns(): readonly TurnFacts[] {
    return this.#turns.list()
  }

  #event(event: RecordedEvent): void {
    this.#turns.event(event)
    switch (event.kind) {
      case 'frame':
        this.#frame(event)
        return
      case 'server-message':
        this.#serverMessage(event)
        return
      case 'connecting':
        this.#happened(event, 'connecting', event.protocol)
        return
      case 'closed':
        this.#happened(event, 'closed', `${event.code} ${event.reason || (event.error ?? '')}`.trim())
        return
      case 'decision':
      case 'chunk':
      case 'answer':
      case 'sound':
      case 'user':
      case 'played':
        return
    }
  }

  #frame(event: RecordedFrame): void {
    const value = this.#valueOf(event)
    const words = frameLabel(value, event)
    const last = this.#current
    if (words.beginsTurn) this.#turns.begin()
    this.#turns.frame(event, value, words)
    const joins = words.run !== null && words.run === this.#lastRun && last?.connection === event.connection
    this.#lastRun = words.run
    if (joins) {
      last.last = event.index
      last.count += 1
      last.bytes += event.text.length
      this.#rowOfEvent.set(event.index, last.place)
      return
    }
    const { kind, detail, tools, audio } = words
    this.#row(event, { kind, detail, tools, audio, direction: event.direction, bytes: event.text.length })
  }

  #serverMessage({ index, at, server, direction, text }: Extract<RecordedEvent, { readonly kind: 'server-message' }>): void {
    const value = parseJson(text)
    const method = isJsonObject(value) && typeof value.method === 'string' ? value.method : ''
    const facts = { kind: 'mcp', detail: `${server} ${method}`.trim(), tools: true, audio: false, direction, bytes: text.length }
    this.#lastRun = null
    this.#row({ index, at, connection: this.#current?.connection ?? 0 }, facts)
  }

  /** A frame is summarized when it arrives and converted right after: it is parsed once. */
  #valueOf({ index, text }: RecordedFrame): JsonValue | undefined {
    if (this.#parsed?.index !== index) this.#parsed = { index, value: parseJson(text) }
    return this.#parsed.value
  }

  #happened(event: Extract<RecordedEvent, { readonly connection: number }>, kind: string, detail: string): void {
    this.#lastRun = null
    this.#row(event, { kind, detail, tools: false, audio: false, direction: 'none', bytes: 0 })
  }

  #row(
    { index, at, connection }: Pick<RecordedEvent, 'index' | 'at'> & Pick<WireRow, 'connection'>,
    facts: Pick<WireRow, 'kind' | 'detail' | 'tools' | 'audio' | 'direction' | 'bytes'>,
  ): void {
    const place = this.wire.length
    const turn = this.#turns.number()
    const chunksFrom = this.chunks.length
    this.#current = { place, first: index, last: index, at, connection, count: 1, turn, chunksFrom, chunksTo: chunksFrom, ...facts }
    this.#rowOfEvent.set(index, place)
    this.wire.push(this.#current)
  }

  #stepsUntil(index: number): void {
    for (let step = this.#waiting[this.#nextWaiting]; step !== undefined && step.after <= index; step = this.#waiting[this.#nextWaiting]) {
      this.#nextWaiting += 1
      this.#step(step)
    }
  }

  #step(step: ConversionStep): void {
    if (step.kind === 'mark') return this.#turns.mark(step.mark, step.at)
    this.#ids = step.ids
    this.#drawn = 0
    if (step.kind === 'input') {
      const within = step.within === null ? null : (this.#rowOfEvent.get(step.within) ?? null)
      return this.#made(this.#converter.push(step.input), within)
    }
    const event = this.#events.get(step.event)
    if (event?.kind !== 'frame') return
    const frame = this.#valueOf(event)
    const input = event.protocol === 'gemini-live' ? ({ type: 'live', frame } as const) : ({ type: 'text', chunk: frame } as const)
    this.#made(this.#converter.push(input), this.#rowOfEvent.get(event.index) ?? null)
  }

  #made(placed: readonly PlacedChunk[], wire: number | null): void {
    const row = wire === null ? undefined : this.wire[wire]
    if (row !== undefined && placed.length > 0 && row.chunksTo === row.chunksFrom) row.chunksFrom = this.chunks.length
    for (const one of placed) this.#chunk(one, wire)
    if (row !== undefined && placed.length > 0) row.chunksTo = this.chunks.length
  }

  #chunk(placed: PlacedChunk, wire: number | null): void {
    const { chunk, messageId, role } = placed
    const part = this.#partOf(placed)
    this.#turns.chunk(placed)
    if (wire !== null && !this.#rowsOfMessage.has(messageId)) this.#rowsOfMessage.set(messageId, wire)
    const samples = chunk.type === 'data-pcm' ? sampleCount(chunk.data.chunk) : 0
    const last = this.chunks.at(-1)
    if (chunk.type === 'data-pcm' && last?.type === 'data-pcm' && last.messageId === messageId && last.wire === wire) {
      last.count += 1
      last.samples += samples
      return
    }
    this.chunks.push({
      place: this.chunks.length,
      type: chunk.type,
      detail: chunkLabel(chunk),
      count: 1,
      messageId,
      role,
      part,
      toolCallId: 'toolCallId' in chunk ? chunk.toolCallId : null,
      wire,
      samples,
      turn: this.#turns.number(),
    })
  }

  /** The same ids that main used; new ones if those are forgotten. */
  #nextId(prefix: string): string {
    const id = this.#ids[this.#drawn]
    this.#drawn += 1
    return id ?? `${prefix}-unknown-${this.#drawn}-${this.chunks.length}`
  }
}

/** Number of 16-bit samples in this length of base64. */
function sampleCount(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, (base64.length / 4) * 3 - padding) / 2
}
