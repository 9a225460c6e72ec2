import { assertNever } from '../lib/assert-never'
import type { JsonObject, JsonValue } from '../lib/json'
import type { Chunk } from './chunks'
import { foldToolChunk } from './fold-tool'
import { isJsonObject } from './gemini'
import type { DataPart, UIMessage, UIPart } from './ui-message'

/** Where the open text and reasoning parts of a message are: `text:ID` or `reasoning:ID` → index. */
export type OpenParts = ReadonlyMap<string, number>

/** A message while it is folded. */
export interface FoldedMessage {
  readonly message: UIMessage
  readonly open: OpenParts
}

const NONE: OpenParts = new Map()

/** One chunk folded into its message. What the chunk does not touch keeps its identity; a chunk that says nothing changes nothing. */
export function foldIntoMessage(folded: FoldedMessage, chunk: Chunk): FoldedMessage {
  const { message, open } = folded
  switch (chunk.type) {
    case 'start':
    case 'finish':
      return withMetadata(folded, chunk.messageMetadata)
    case 'message-metadata':
      return withMetadata(folded, chunk.messageMetadata)
    case 'abort':
    case 'error':
      return folded
    case 'start-step':
      return withParts(folded, [...message.parts, { type: 'step-start' }])
    case 'finish-step':
      return open.size === 0 ? folded : { message, open: NONE }
    case 'text-start':
    case 'reasoning-start':
      return opened(folded, chunk.type === 'text-start' ? 'text' : 'reasoning', chunk)
    case 'text-delta':
    case 'text-end':
      return streamed(folded, 'text', chunk)
    case 'reasoning-delta':
    case 'reasoning-end':
      return streamed(folded, 'reasoning', chunk)
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-approval-request':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      return withParts(folded, foldToolChunk(message.parts, chunk))
    case 'source-url':
    case 'file':
      return withParts(folded, [...message.parts, chunk])
    case 'data-pcm':
    case 'data-diagnostic':
      return folded
    case 'data-transcript':
    case 'data-interrupted':
    case 'data-executable-code':
    case 'data-code-execution-result':
    case 'data-artifact':
      return withParts(folded, withData(message.parts, chunk))
    default:
      return assertNever(chunk, 'chunk')
  }
}

function withParts(folded: FoldedMessage, parts: readonly UIPart[]): FoldedMessage {
  return parts === folded.message.parts ? folded : { message: { ...folded.message, parts }, open: folded.open }
}

function withMetadata(folded: FoldedMessage, metadata: JsonObject | undefined): FoldedMessage {
  if (metadata === undefined) return folded
  const merged = merge(folded.message.metadata ?? {}, metadata)
  return { message: { ...folded.message, metadata: merged }, open: folded.open }
}

function merge(base: JsonObject, overrides: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...base }
  for (const [key, value] of Object.entries(overrides)) {
    const before = merged[key]
    merged[key] = before !== undefined && isJsonObject(before) && isJsonObject(value) ? merge(before, value) : value
  }
  return merged
}

type Kind = 'text' | 'reasoning'
type Streamed = Pick<Extract<Chunk, { readonly delta: string }>, 'id' | 'providerMetadata'> & { readonly delta?: string }

function opened({ message, open }: FoldedMessage, kind: Kind, chunk: Streamed): FoldedMessage {
  const { id, providerMetadata } = chunk
  const streaming = { text: '', state: 'streaming' as const, ...(providerMetadata !== undefined && { providerMetadata }) }
  const part: UIPart = kind === 'text' ? { type: 'text', ...streaming } : { type: 'reasoning', id, ...streaming }
  return {
    message: { ...message, parts: [...message.parts, part] },
    open: new Map(open).set(`${kind}:${id}`, message.parts.length),
  }
}

function streamed(folded: FoldedMessage, kind: Kind, chunk: Streamed): FoldedMessage {
  const { message, open } = folded
  const key = `${kind}:${chunk.id}`
  // a page that joined in the middle has the part from the store, without knowing its id
  const at = open.get(key) ?? message.parts.findLastIndex((one) => one.type === kind && one.state === 'streaming')
  const part = message.parts[at]
  if (part?.type !== kind) return folded
  const text = part.text + (chunk.delta ?? '')
  const state = chunk.delta === undefined ? ('done' as const) : ('streaming' as const)
  const providerMetadata = chunk.providerMetadata ?? part.providerMetadata
  const grown = { ...part, text, state, ...(providerMetadata !== undefined && { providerMetadata }) }
  const parts = message.parts.with(at, grown)
  return { message: { ...message, parts }, open: state === 'done' ? without(open, key) : open }
}

function without(open: OpenParts, key: string): OpenParts {
  const left = new Map(open)
  left.delete(key)
  return left
}

// data with an id replaces the data of that id
function withData(parts: readonly UIPart[], chunk: DataPart): readonly UIPart[] {
  const id = 'id' in chunk ? chunk.id : undefined
  const at = id === undefined ? -1 : parts.findIndex((part) => part.type === chunk.type && 'id' in part && part.id === id)
  return at < 0 ? [...parts, chunk] : parts.with(at, chunk)
}
