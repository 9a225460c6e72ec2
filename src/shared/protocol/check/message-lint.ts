import { base64Length, normalizeBase64 } from '../../lib/base64'
import type { RecentMap } from '../../lib/recent-map'
import type { Chunk, PlacedChunk } from '../chunks'
import { chunkFault } from './chunk-schema'

const USER_TYPES = new Set(['start', 'finish', 'text-start', 'text-delta', 'text-end', 'file', 'data-transcript', 'data-speech'])
const SETTLEMENTS = new Set(['tool-output-available', 'tool-output-error', 'tool-output-denied'])

interface Call {
  readonly response: number
  readonly step: number
  available: boolean
  asked: boolean
  /** A preliminary result was written. */
  progressed: boolean
  settled: boolean
}

/** Facts that are unique in the whole output, not only in one message. */
export interface SharedFacts {
  readonly toolCallIds: RecentMap<true>
  readonly approvalIds: RecentMap<true>
  /** The next sample of each turn. */
  readonly samples: RecentMap<number>
}

/** Follows one message and reports where it breaks the grammar (docs/protocol.md). */
export class MessageLint {
  readonly messageId: string
  readonly turnId: string
  readonly role: 'user' | 'assistant'
  readonly #shared: SharedFacts
  #problems: string[] = []
  readonly #open = new Set<string>()
  readonly #used = new Set<string>()
  readonly #calls = new Map<string, Call>()
  #response = 0
  #isOpen = false
  #inStep = false
  #step = 0
  #stepsHere = 0
  #contentHere = 0
  #resultInStep = false
  #failed = false
  #lastReason: string | null = null

  constructor(place: PlacedChunk, shared: SharedFacts) {
    this.messageId = place.messageId
    this.turnId = place.turnId
    this.role = place.role
    this.#shared = shared
  }

  /** Takes the next chunk of the message; returns what is wrong with it. */
  take(placed: PlacedChunk): readonly string[] {
    this.#problems = []
    const { chunk } = placed
    if (placed.role !== this.role) this.#say('changes its role')
    if (placed.turnId !== this.turnId) this.#say('changes its turn')
    const fault = chunkFault(chunk)
    if (fault !== null) this.#say(fault)
    if (chunk.type !== 'start' && !this.#isOpen) this.#say(`${chunk.type} outside a response`)
    if (this.role === 'user' && !USER_TYPES.has(chunk.type)) this.#say(`${chunk.type} in a user message`)
    if (this.#failed && chunk.type !== 'finish-step' && chunk.type !== 'finish') this.#say(`${chunk.type} after an error`)
    this.#structure(chunk)
    return this.#problems
  }

  /** The output has ended. */
  end(): readonly string[] {
    this.#problems = []
    if (this.#isOpen) this.#say('is never finished')
    return this.#problems
  }

  /** No response is open and no call waits: the message may be forgotten. */
  get isOver(): boolean {
    return !this.#isOpen && !this.#isWaiting()
  }

  #isWaiting(): boolean {
    return [...this.#calls.values()].some((call) => !call.settled)
  }

  #say(what: string): void {
    this.#problems.push(`${this.role} ${this.messageId} response ${this.#response}: ${what}`)
  }

  #structure(chunk: Chunk): void {
    switch (chunk.type) {
      case 'start':
        this.#start(chunk.messageId)
        break
      case 'finish':
        this.#finish(chunk.finishReason)
        break
      case 'error':
        this.#failed = true
        this.#contentHere += 1
        if (this.#open.size > 0) this.#say('error while a part is open')
        break
      case 'start-step':
        if (this.#inStep) this.#say('start-step inside a step')
        this.#inStep = true
        this.#resultInStep = false
        this.#step += 1
        this.#stepsHere += 1
        break
      case 'finish-step':
        if (!this.#inStep) this.#say('finish-step without a step')
        if (this.#open.size > 0) this.#say(`finish-step while ${[...this.#open].join(', ')} is open`)
        this.#inStep = false
        break
      case 'text-start':
      case 'reasoning-start':
        this.#content(chunk.type)
        if (this.#used.has(chunk.id)) this.#say(`${chunk.id} is opened twice`)
        this.#used.add(chunk.id)
        this.#open.add(chunk.id)
        break
      case 'text-delta':
      case 'reasoning-delta':
        if (!this.#open.has(chunk.id)) this.#say(`${chunk.type} for ${chunk.id}, which is not open`)
        if (this.#resultInStep) this.#say(`${chunk.type} after a result in its step`)
        if (chunk.delta === '') this.#say('empty delta')
        break
      case 'text-end':
      case 'reasoning-end':
        if (!this.#open.delete(chunk.id)) this.#say(`${chunk.type} for ${chunk.id}, which is not open`)
        break
      case 'source-url':
      case 'file':
      case 'data-executable-code':
      case 'data-code-execution-result':
        this.#contentHere += 1
        // steps belong to the model: what the user shows is in none
        if (!this.#inStep && this.role === 'assistant') this.#say(`${chunk.type} outside a step`)
        break
      case 'data-pcm':
        this.#contentHere += 1
        this.#sound(chunk)
        break
      case 'data-interrupted':
        this.#contentHere += 1
        break
      default:
        this.#tool(chunk)
    }
  }

  #start(messageId: string): void {
    if (this.#isOpen) this.#say('start inside a response')
    if (messageId !== this.messageId) this.#say(`start carries ${messageId}`)
    if (this.role === 'assistant' && this.#response > 0 && this.#lastReason !== 'tool-calls')
      this.#say(`opened again after ${this.#lastReason}`)
    this.#isOpen = true
    this.#response += 1
    this.#stepsHere = 0
    this.#contentHere = 0
  }

  #finish(reason: string): void {
    if (this.#inStep) this.#say('finish inside a step')
    if (this.#open.size > 0) this.#say(`finish while ${[...this.#open].join(', ')} is open`)
    const waiting = this.#isWaiting()
    if (waiting !== (reason === 'tool-calls') && !this.#failed) this.#say(`finish ${reason} with${waiting ? '' : 'out'} open calls`)
    if (this.#failed && (reason !== 'error' || waiting)) this.#say(`finish ${reason} after an error${waiting ? ' with open calls' : ''}`)
    if (this.#response > 1 && this.role === 'assistant' && this.#contentHere === 0) this.#say('empty continuation')
    this.#isOpen = false
    this.#lastReason = reason
  }

  #content(type: string): void {
    this.#contentHere += 1
    if (this.role === 'assistant' && !this.#inStep) this.#say(`${type} outside a step`)
    if (this.#resultInStep) this.#say(`${type} after a result in its step`)
  }

  #sound(chunk: Extract<Chunk, { readonly type: 'data-pcm' }>): void {
    const bytes = soundBytes(chunk)
    if (bytes === null) return
    const expected = this.#shared.samples.get(this.turnId) ?? 0
    if (bytes === 0 || bytes % 2 !== 0) this.#say(`data-pcm of ${bytes} bytes`)
    if (chunk.data.startSample !== expected) this.#say(`data-pcm begins at ${chunk.data.startSample}, expected ${expected}`)
    this.#shared.samples.set(this.turnId, expected + bytes / 2)
  }

  #tool(chunk: Chunk): void {
    if (!('toolCallId' in chunk)) return
    const call = this.#calls.get(chunk.toolCallId)
    if (chunk.type === 'tool-input-start') {
      this.#content(chunk.type)
      if (this.#shared.toolCallIds.has(chunk.toolCallId)) this.#say(`${chunk.toolCallId} is used twice`)
      this.#shared.toolCallIds.set(chunk.toolCallId, true)
      this.#calls.set(chunk.toolCallId, {
        response: this.#response,
        step: this.#step,
        available: false,
        asked: false,
        progressed: false,
        settled: false,
      })
    } else if (call === undefined) this.#say(`${chunk.type} for ${chunk.toolCallId}, which is not there`)
    else if (chunk.type === 'tool-input-available') {
      if (call.available || !this.#inStep || call.step !== this.#step)
        this.#say(`${chunk.toolCallId} becomes available outside its step or twice`)
      call.available = true
    } else if (chunk.type === 'tool-approval-request') {
      if (!this.#inStep || call.step !== this.#step || call.asked || call.progressed || call.settled || !call.available)
        this.#say(`misplaced question about ${chunk.toolCallId}`)
      if (this.#shared.approvalIds.has(chunk.approvalId)) this.#say(`approvalId ${chunk.approvalId} is used twice`)
      this.#shared.approvalIds.set(chunk.approvalId, true)
      call.asked = true
    } else if (SETTLEMENTS.has(chunk.type)) this.#settlement(chunk, call)
  }

  #settlement(chunk: Extract<Chunk, { readonly toolCallId: string }>, call: Call): void {
    const { type, toolCallId } = chunk
    this.#contentHere += 1
    if (call.settled) this.#say(`${toolCallId} is settled twice`)
    if (type === 'tool-output-denied' && call.progressed) this.#say(`${toolCallId} is denied while it runs`)
    if (type === 'tool-output-denied' && !call.asked) this.#say(`${toolCallId} is denied without a question`)
    if (call.response === this.#response) {
      if (call.asked) this.#say(`${toolCallId} is settled before the pause for its question`)
      if (!this.#inStep) this.#say(`${toolCallId} is settled outside a step`)
    } else if (this.#stepsHere > 0) this.#say(`${toolCallId} of an earlier response is settled behind a start-step`)
    if (type === 'tool-output-available' && chunk.preliminary === true) call.progressed = true
    else call.settled = true
    if (this.#inStep) this.#resultInStep = true
  }
}

/** The length of the sound, or null if the chunk is not sound: another check reports its shape then. */
function soundBytes(chunk: Extract<Chunk, { readonly type: 'data-pcm' }>): number | null {
  const data: unknown = chunk.data
  if (typeof data !== 'object' || data === null || !('chunk' in data) || typeof data.chunk !== 'string') return null
  const base64 = normalizeBase64(data.chunk)
  return base64 === null ? 0 : base64Length(base64)
}
