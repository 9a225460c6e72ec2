import { BlockList } from '../lib/block-list'
import type { JsonObject } from '../lib/json'
import type { UIMessage, UIPart } from './ui-message'

/** The open text and reasoning parts of a message: `text:ID` or `reasoning:ID` → place. */
export type OpenOptions = ReadonlyMap<string, number>

const NONE: OpenOptions = new Map()

interface State {
  readonly id: string
  readonly role: UIMessage['role']
  readonly metadata: JsonObject | undefined
  readonly parts: BlockList<UIPart>
  readonly open: OpenOptions
  /**
   * Call → place of its part. Shared by all versions of a message, because places do not change; checked before use.
   */
  readonly calls: Map<string, number>
}

/** A message being folded: immutable, and as cheap to change with ten thousand parts as with ten. */
export class GrowingMessage {
  readonly #state: State
  #message: UIMessage | null

  private constructor(state: State, message: UIMessage | null) {
    this.#state = state
    this.#message = message
  }

  /** Continues a message. */
  static of(message: UIMessage): GrowingMessage {
    const { id, role, metadata, parts } = message
    const calls = new Map<string, number>()
    for (const [index, part] of parts.entries()) if (part.type === 'dynamic-tool') calls.set(part.toolCallId, index)
    return new GrowingMessage({ id, role, metadata, parts: BlockList.of(parts), open: NONE, calls }, message)
  }

  get id(): string {
    return this.#state.id
  }

  get parts(): BlockList<UIPart> {
    return this.#state.parts
  }

  get metadata(): JsonObject | undefined {
    return this.#state.metadata
  }

  get open(): OpenOptions {
    return this.#state.open
  }

  /** The current message: made on demand, then always the same object. */
  get message(): UIMessage {
    const { id, role, metadata, parts } = this.#state
    this.#message ??= { id, role, ...(metadata !== undefined && { metadata }), parts: parts.toArray() }
    return this.#message
  }

  /** The place of a call, or -1. */
  placeOfCall(toolCallId: string): number {
    const { calls, parts } = this.#state
    const isIt = (part: UIPart | undefined) => part?.type === 'dynamic-tool' && part.toolCallId === toolCallId
    const place = calls.get(toolCallId)
    if (place === undefined) return -1
    return isIt(parts.at(place)) ? place : parts.findLastIndex(isIt)
  }

  withMetadata(metadata: JsonObject): GrowingMessage {
    return new GrowingMessage({ ...this.#state, metadata }, null)
  }

  /** Adds a part. */
  append(part: UIPart): GrowingMessage {
    return this.replace(this.#state.parts.length, part)
  }

  /** Replaces the part at this place. */
  replace(place: number, part: UIPart): GrowingMessage {
    if (part.type === 'dynamic-tool') this.#state.calls.set(part.toolCallId, place)
    return new GrowingMessage({ ...this.#state, parts: this.#state.parts.with(place, part) }, null)
  }

  /** The same message with other parts open. */
  withOpen(open: OpenOptions): GrowingMessage {
    return new GrowingMessage({ ...this.#state, open: open.size === 0 ? NONE : open }, this.#message)
  }
}
