import { assertNever } from '../lib/assert-never'
import type { JsonObject, JsonValue } from '../lib/json'
import type { Chunk } from './chunks'
import { foldToolChunk } from './fold-tool'
import { isJsonObject } from './gemini'
import type { GrowingMessage, OpenOptions } from './growing-message'
import type { DataPart, UIPart } from './ui-message'

const NONE: OpenOptions = new Map()

/** Folds one chunk into its message. Unaffected parts keep their identity; a chunk without effect changes nothing. */
export function foldIntoMessage(message: GrowingMessage, chunk: Chunk): GrowingMessage {
  switch (chunk.type) {
    case 'start':
    case 'finish':
    case 'message-metadata':
      return chunk.messageMetadata === undefined ? message : message.withMetadata(merge(message.metadata ?? {}, chunk.messageMetadata))
    case 'abort':
    case 'error':
      return message
    case 'start-step':
      return message.append({ type: 'step-start' })
    case 'finish-step':
      return message.open.size === 0 ? message : message.withOpen(NONE)
    case 'text-start':
    case 'reasoning-start':
      return opened(message, chunk.type === 'text-start' ? 'text' : 'reasoning', chunk)
    case 'text-delta':
    case 'text-end':
      return streamed(message, 'text', chunk)
    case 'reasoning-delta':
    case 'reasoning-end':
      return streamed(message, 'reasoning', chunk)
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-approval-request':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      return foldToolChunk(message, chunk)
    case 'source-url':
    case 'file':
      return message.append(chunk)
    case 'data-pcm':
    case 'data-diagnostic':
      return message
    case 'data-transcript':
    case 'data-interrupted':
    case 'data-executable-code':
    case 'data-code-execution-result':
    case 'data-artifact':
    case 'data-speech':
      return withData(message, chunk)
    default:
      return assertNever(chunk, 'chunk')
  }
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

function opened(message: GrowingMessage, kind: Kind, chunk: Streamed): GrowingMessage {
  const { id, providerMetadata } = chunk
  const streaming = { text: '', state: 'streaming' as const, ...(providerMetadata !== undefined && { providerMetadata }) }
  const part: UIPart = kind === 'text' ? { type: 'text', ...streaming } : { type: 'reasoning', id, ...streaming }
  return message.append(part).withOpen(new Map(message.open).set(`${kind}:${id}`, message.parts.length))
}

function streamed(message: GrowingMessage, kind: Kind, chunk: Streamed): GrowingMessage {
  const key = `${kind}:${chunk.id}`
  // a page that joined in the middle has the part from the store, without knowing its id
  const at = message.open.get(key) ?? message.parts.findLastIndex((one) => one.type === kind && one.state === 'streaming')
  const part = message.parts.at(at)
  if (part?.type !== kind) return message
  const text = part.text + (chunk.delta ?? '')
  const state = chunk.delta === undefined ? ('done' as const) : ('streaming' as const)
  const providerMetadata = chunk.providerMetadata ?? part.providerMetadata
  const grown = message.replace(at, { ...part, text, state, ...(providerMetadata !== undefined && { providerMetadata }) })
  return state === 'done' && message.open.has(key) ? grown.withOpen(without(message.open, key)) : grown
}

function without(open: OpenOptions, key: string): OpenOptions {
  const left = new Map(open)
  left.delete(key)
  return left
}

// data with an id replaces the data of that id
function withData(message: GrowingMessage, chunk: DataPart): GrowingMessage {
  const id = 'id' in chunk ? chunk.id : undefined
  if (id === undefined) return message.append(chunk)
  const at = message.parts.findLastIndex((part) => part.type === chunk.type && 'id' in part && part.id === id)
  return at < 0 ? message.append(chunk) : message.replace(at, chunk)
}
