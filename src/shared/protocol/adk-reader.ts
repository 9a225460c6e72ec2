import { AdkConfirmations, CONFIRMATION_TOOL } from './adk-confirmations'
import { AdkInvocations } from './adk-invocations'
import { mapFinishReason } from './finish-reason'
import { errorOf, readUsage } from './frame-facts'
import { type Fields, field, fieldsOf, isFields, isTrue, listOf, nameOf, textOf } from './gemini'
import { type GeminiPart, partsOf } from './gemini-part'
import type { Writers } from './live-reader'
import { isProvisional } from './provisional-result'
import { RepeatedEvents } from './repeated-events'
import { readSources } from './sources'
import { StreamedText } from './streamed-text'

interface ReadPart {
  readonly part: GeminiPart
  readonly raw: unknown
}

const NONE: ReadonlySet<string> = new Set()

/** Reads ADK events, camel or snake case. `author`, not `content.role`, says who spoke (ADK gives tool results the role `user`). */
export class AdkReader {
  readonly #sides: Writers
  readonly #confirmations: AdkConfirmations
  readonly #streamed = new StreamedText()
  readonly #events = new RepeatedEvents()
  readonly #invocations = new AdkInvocations()

  constructor(sides: Writers) {
    this.#sides = sides
    this.#confirmations = new AdkConfirmations(sides.calls, sides.outbox)
  }

  read(event: unknown): void {
    const { outbox, endings, user } = this.#sides
    if (!isFields(event)) {
      outbox.passBy('unknown-frame')
      return
    }
    const id = nameOf(event, 'id')
    // pieces of one stream may share an id and be equal
    if (id !== undefined && !isTrue(event, 'partial') && this.#events.has(id, event)) {
      outbox.passBy('repeated-event')
      return
    }
    const parts = partsOf(field(event, 'content'))
    const heard = fieldsOf(event, 'inputTranscription')
    if (heard !== undefined) user.words(textOf(heard, 'text') ?? '', isTrue(heard, 'finished') || field(event, 'partial') === false)
    const invocationId = nameOf(event, 'invocationId')
    const byUser = isFromUser(event, parts)
    if (byUser) this.#invocations.speaks(invocationId, hasWords(parts) || heard !== undefined)
    else if (this.#invocations.isLeft(invocationId)) {
      this.#lateEvent(event, parts)
      return
    }
    if (isTrue(event, 'interrupted')) endings.interrupt(true)
    if (byUser) this.#userEvent(parts)
    else this.#modelEvent(event, parts)
    if (isTrue(event, 'interrupted') || isTrue(event, 'turnComplete')) this.#streamed.clear()
    if (isTrue(event, 'turnComplete')) endings.complete(nameOf(event, 'turnCompleteReason') ?? null, false)
  }

  #userEvent(parts: readonly ReadPart[]): void {
    const words: string[] = []
    const answers = parts.some(({ part }) => part.kind === 'response')
    if (answers) this.#streamed.clear()
    for (const { part } of parts) {
      if (part.kind === 'response') this.#response(part, 'user', NONE)
      else if (part.kind === 'text' && !part.thought) words.push(part.text)
    }
    if (words.join('') === '') return
    this.#streamed.clear()
    // the user's speech right after the answer leaves no output of the agent between: nothing was interrupted
    if (answers) this.#sides.modelCalls.endAgentCall()
    this.#sides.user.typed(words.join(''), true)
  }

  /** Of an abandoned run, only results and approvals of its calls still count: their ids give them a place. */
  #lateEvent(event: Fields, parts: readonly ReadPart[]): void {
    const placeholders = placeholdersOf(event)
    for (const read of parts) {
      if (read.part.kind === 'response') this.#response(read.part, 'agent', placeholders)
      else if (read.part.kind === 'call' && read.part.name === CONFIRMATION_TOOL) this.#confirmations.ask(read.part)
      else this.#sides.outbox.passBy('late-output')
    }
  }

  #modelEvent(event: Fields, parts: readonly ReadPart[]): void {
    const { model, modelCalls } = this.#sides
    const partial = isTrue(event, 'partial')
    const speech = parts.some(({ part }) => part.kind === 'inline')
    const said = parts.some(({ part }) => part.kind === 'text' || (part.kind === 'call' && part.name !== CONFIRMATION_TOOL))
    if (said) modelCalls.beginAgentCall()
    const placeholders = placeholdersOf(event)
    const longRunning = new Set(listOf(event, 'longRunningToolIds'))
    for (const read of parts) this.#modelPart(read, partial, placeholders, longRunning)
    const transcript = fieldsOf(event, 'outputTranscription')
    if (transcript !== undefined)
      model.transcript(textOf(transcript, 'text') ?? '', isTrue(transcript, 'finished') || field(event, 'partial') === false)
    readSources(event, model)
    readUsage(event, modelCalls)
    modelCalls.takeOrigin(nameOf(event, 'modelVersion'), undefined)
    this.#ending(event, parts.length > 0)
    if (partial || !said) return
    this.#streamed.clear()
    if (!speech) modelCalls.endAgentCall()
  }

  #modelPart({ part, raw }: ReadPart, partial: boolean, placeholders: ReadonlySet<string>, longRunning: ReadonlySet<unknown>): void {
    const { parts } = this.#sides
    if (part.kind === 'text') {
      const fresh = partial ? part.text : this.#streamed.rest(part.text, part.thought)
      if (partial) this.#streamed.add(part.text, part.thought)
      parts.write({ ...part, text: fresh }, raw, false)
    } else if (part.kind === 'call') {
      // a partial event may contain a call whose id the whole event changes
      if (partial) return
      if (part.name === CONFIRMATION_TOOL) this.#confirmations.ask(part)
      else parts.write({ ...part, longRunning: longRunning.has(part.modelCallId) }, raw, false)
    } else if (part.kind === 'response') this.#response(part, 'agent', placeholders)
    else parts.write(part, raw, false)
  }

  #response(part: GeminiPart & { readonly kind: 'response' }, by: 'user' | 'agent', placeholders: ReadonlySet<string>): void {
    const { calls, outbox } = this.#sides
    if (part.name === CONFIRMATION_TOOL) {
      this.#confirmations.answer(part)
      return
    }
    const call = part.modelCallId === null ? calls.list().find(({ name }) => name === part.name) : calls.withModelId(part.modelCallId)[0]
    if (call === undefined) {
      outbox.passBy('unknown-call')
      return
    }
    // while the user is asked, ADK responds to the call with a placeholder
    if (this.#confirmations.isOpen(call.toolCallId) || placeholders.has(part.modelCallId ?? '')) return
    if (by === 'user') calls.handIn(call.toolCallId)
    if (call.longRunning && isProvisional(part.response, by === 'user')) calls.progress(call.toolCallId, part.response)
    else calls.settle(call.toolCallId, { kind: 'result', output: part.response })
  }

  #ending(event: Fields, hasContent: boolean): void {
    const { modelCalls } = this.#sides
    const code = nameOf(event, 'errorCode')
    const text = textOf(event, 'errorMessage')?.trim() ?? ''
    const reason = nameOf(event, 'finishReason')
    // ADK also puts the reason for an empty answer here: it is a finish reason like any other
    const isReason = code !== undefined && ['stop', 'length', 'content-filter'].includes(mapFinishReason(code))
    if (code !== undefined && !isReason && !hasContent) {
      modelCalls.fail(text === '' ? `The agent reported an error (${code}).` : text, code)
      return
    }
    const ending = reason ?? code
    if (ending !== undefined) modelCalls.finishModelCall(ending, text === '' ? null : text)
    const error = errorOf(event)
    if (error !== null) modelCalls.fail(error.text, error.code)
    else if (ending === undefined && text !== '' && !hasContent) modelCalls.fail(text, null)
  }
}

/** The calls with a placeholder response while the user is asked. */
function placeholdersOf(event: Fields): ReadonlySet<string> {
  return new Set(Object.keys(fieldsOf(fieldsOf(event, 'actions') ?? {}, 'requestedToolConfirmations') ?? {}))
}

function hasWords(parts: readonly ReadPart[]): boolean {
  return parts.some(({ part }) => part.kind === 'text' && !part.thought && part.text !== '')
}

function isFromUser(event: Fields, parts: readonly ReadPart[]): boolean {
  const author = textOf(event, 'author')
  if (author !== undefined) return author === 'user'
  return textOf(fieldsOf(event, 'content') ?? {}, 'role') === 'user' && parts.every(({ part }) => part.kind === 'text')
}
