import { assertNever } from '../../lib/assert-never'
import type { NewId } from '../../lib/ids'
import type { JsonObject, JsonValue } from '../../lib/json'
import type { Chunk, ProviderMetadata } from '../chunks'
import type { AgUiEvent } from './ag-ui-events'
import type { PendingCalls } from './pending-calls'

type PartChunk = Exclude<Chunk, { readonly type: 'start' | 'finish' | 'error' | 'abort' }>

/**
 * Writes the content of a run. AG-UI's text messages contain one text each: the first text of an answer has the id of
 * its message, every further one an id of its own, because clients join the texts of one id across a call.
 */
export class AgUiParts {
  readonly #newId: NewId
  readonly #calls: PendingCalls
  /** Our part id → the id on the wire, for open parts. */
  readonly #open = new Map<string, string>()
  readonly #streamedInput = new Set<string>()
  #messageId = ''
  /** The text message that calls belong to. */
  #textId = ''
  #textIdUsed = false
  #steps = 0
  #openStep: string | null = null

  constructor(newId: NewId, calls: PendingCalls) {
    this.#newId = newId
    this.#calls = calls
  }

  /** A run of this message begins; a continuation (`goesOn`: of a message from before a restart) uses new text ids. */
  begin(messageId: string, goesOn: boolean): void {
    this.#textIdUsed = goesOn || this.#messageId === messageId || this.#calls.ofMessage(messageId).length > 0
    this.#messageId = messageId
    this.#textId = messageId
  }

  /** Closes whatever the answer left open. */
  close(): readonly AgUiEvent[] {
    const parts = [...this.#open].flatMap(([key]) => this.#end(key, key.startsWith('text:') ? 'text' : 'reasoning', undefined))
    return [...parts, ...this.#finishStep()]
  }

  write(chunk: PartChunk): readonly AgUiEvent[] {
    switch (chunk.type) {
      case 'start-step':
        this.#steps += 1
        this.#openStep = `step-${this.#steps}`
        return [{ type: 'STEP_STARTED', stepName: this.#openStep }]
      case 'finish-step':
        return this.#finishStep()
      case 'text-start':
        return this.#startText(chunk.id)
      case 'reasoning-start':
        return this.#startReasoning(chunk.id)
      case 'text-delta':
        return this.#delta('TEXT_MESSAGE_CONTENT', `text:${chunk.id}`, chunk.delta)
      case 'reasoning-delta':
        return this.#delta('REASONING_MESSAGE_CONTENT', `reasoning:${chunk.id}`, chunk.delta)
      case 'text-end':
        return this.#end(`text:${chunk.id}`, 'text', chunk.providerMetadata)
      case 'reasoning-end':
        return this.#end(`reasoning:${chunk.id}`, 'reasoning', chunk.providerMetadata)
      case 'message-metadata':
        return [custom('message-metadata', chunk.messageMetadata)]
      case 'source-url':
      case 'file': {
        const { type, ...value } = chunk
        return [custom(type, value)]
      }
      case 'data-pcm':
      case 'data-transcript':
      case 'data-interrupted':
      case 'data-executable-code':
      case 'data-code-execution-result':
      case 'data-artifact':
      case 'data-speech':
      case 'data-diagnostic':
        return [custom(chunk.type, chunk.data)]
      default:
        return this.#call(chunk)
    }
  }

  #call(chunk: Extract<PartChunk, { readonly toolCallId: string }>): readonly AgUiEvent[] {
    const { toolCallId } = chunk
    switch (chunk.type) {
      case 'tool-input-start':
        this.#textIdUsed = true
        return [
          {
            type: 'TOOL_CALL_START',
            toolCallId,
            toolCallName: chunk.toolName,
            parentMessageId: this.#textId,
            ...metadataOf(chunk.providerMetadata),
          },
        ]
      case 'tool-input-delta':
        this.#streamedInput.add(toolCallId)
        return [{ type: 'TOOL_CALL_ARGS', toolCallId, delta: chunk.inputTextDelta }]
      case 'tool-input-available':
      case 'tool-input-error':
        this.#calls.add(this.#messageId, toolCallId, chunk.toolName, chunk.input)
        return [
          ...this.#arguments(toolCallId, chunk.input),
          { type: 'TOOL_CALL_END', toolCallId },
          ...encrypted('tool-call', toolCallId, chunk.providerMetadata),
        ]
      case 'tool-approval-request':
        this.#calls.ask(toolCallId, chunk.approvalId)
        return []
      case 'tool-output-available':
        if (chunk.preliminary === true) return [custom('tool-output-preliminary', { toolCallId, output: chunk.output })]
        return this.#result(toolCallId, chunk.output, false)
      case 'tool-output-error':
        return this.#result(toolCallId, { error: chunk.errorText }, true)
      case 'tool-output-denied':
        return this.#result(toolCallId, { error: 'The user did not allow this call.', denied: true }, true)
      default:
        return assertNever(chunk, 'chunk')
    }
  }

  #arguments(toolCallId: string, input: JsonValue): readonly AgUiEvent[] {
    if (this.#streamedInput.delete(toolCallId)) return []
    return [{ type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input) }]
  }

  #result(toolCallId: string, content: JsonValue, failed: boolean): readonly AgUiEvent[] {
    this.#calls.settle(toolCallId)
    const messageId = this.#newId('result')
    const metadata = failed ? { metadata: { tanstack: { state: 'output-error' } } } : {}
    return [{ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content: JSON.stringify(content), role: 'tool', ...metadata }]
  }

  #startText(id: string): readonly AgUiEvent[] {
    if (this.#textIdUsed) this.#textId = this.#newId('text')
    this.#textIdUsed = true
    this.#open.set(`text:${id}`, this.#textId)
    return [{ type: 'TEXT_MESSAGE_START', messageId: this.#textId, role: 'assistant' }]
  }

  #startReasoning(id: string): readonly AgUiEvent[] {
    const messageId = this.#newId('reasoning')
    this.#open.set(`reasoning:${id}`, messageId)
    return [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    ]
  }

  #delta(type: 'TEXT_MESSAGE_CONTENT' | 'REASONING_MESSAGE_CONTENT', key: string, delta: string): readonly AgUiEvent[] {
    const messageId = this.#open.get(key)
    return messageId === undefined || delta === '' ? [] : [{ type, messageId, delta }]
  }

  #end(key: string, kind: 'text' | 'reasoning', signed: ProviderMetadata | undefined): readonly AgUiEvent[] {
    const messageId = this.#open.get(key)
    this.#open.delete(key)
    if (messageId === undefined) return []
    if (kind === 'text') return [{ type: 'TEXT_MESSAGE_END', messageId, ...metadataOf(signed) }]
    return [{ type: 'REASONING_MESSAGE_END', messageId }, ...encrypted('message', messageId, signed), { type: 'REASONING_END', messageId }]
  }

  #finishStep(): readonly AgUiEvent[] {
    const stepName = this.#openStep
    this.#openStep = null
    return stepName === null ? [] : [{ type: 'STEP_FINISHED', stepName }]
  }
}

function custom(name: string, value: JsonObject): AgUiEvent {
  return { type: 'CUSTOM', name, value }
}

function metadataOf(metadata: ProviderMetadata | undefined): { readonly metadata?: ProviderMetadata } {
  return metadata === undefined ? {} : { metadata }
}

/** A thought signature goes to the client and comes back with its messages. */
function encrypted(subtype: 'message' | 'tool-call', entityId: string, metadata: ProviderMetadata | undefined): readonly AgUiEvent[] {
  const signature = metadata?.google?.thoughtSignature
  return typeof signature === 'string' && signature !== ''
    ? [{ type: 'REASONING_ENCRYPTED_VALUE', subtype, entityId, encryptedValue: signature }]
    : []
}
