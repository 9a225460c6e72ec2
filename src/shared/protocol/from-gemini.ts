import { assertNever } from '../lib/assert-never'
import type { NewId } from '../lib/ids'
import type { JsonObject } from '../lib/json'
import { AdkReader } from './adk-reader'
import { CallWriter } from './call-writer'
import { Outbox } from './chunk-outbox'
import type { PlacedChunk } from './chunks'
import type { ConverterInput } from './converter-input'
import { readLiveFrame, type Writers } from './live-reader'
import { ModelCalls } from './model-calls'
import type { ModelContent } from './model-contents'
import { ModelWriter } from './model-writer'
import type { OpenCall } from './open-call'
import { PartWriter } from './part-writer'
import { readTextChunk } from './text-reader'
import type { Turn } from './turn'
import { TurnEndings } from './turn-endings'
import { Turns } from './turns'
import { UserWriter } from './user-writer'

export type { ModelContent } from './model-contents'
export type { OpenCall } from './open-call'

/** Turns Gemini's messages and the app's own inputs into chunks of the UI message stream (docs/protocol.md). */
export interface Converter {
  /** Takes one input; returns the chunks it makes, in order. Never throws, whatever the server sent. */
  push(input: ConverterInput): readonly PlacedChunk[]
  /** The newest turn, even after it has ended; null before the first one. */
  currentTurnId(): string | null
  /** The turn of the thread with the text of this turn: it differs if a transcript came too late to be distinguished. */
  standsIn(turnId: string): string
  /** True when no turn is active and the newest one waits for no call. */
  isIdle(): boolean
  /**
   * The calls without a result, oldest first, for the app to run: request approval for each that needs it
   * (`approval-requested`) right after the frame with the call, then `pause`; run the others and push `call-settled`.
   */
  calls(): readonly OpenCall[]
  /**
   * The model's contents of a message, verbatim, to be sent back; available for the latest two turns and those with
   * open calls.
   */
  modelContents(messageId: string): readonly ModelContent[]
  /**
   * The token counts of a message as far as known, including those that came after its `finish` (a finished message is
   * not opened again for them); null if none came. Available as long as `modelContents`.
   */
  usageOf(messageId: string): JsonObject | null
}

/** Options of a converter. */
export interface ConverterSetup {
  readonly newId: NewId
  /** The id of the first assistant message. */
  readonly messageId?: string | undefined
  /**
   * False if nothing is sent back to the model: then `modelContents` stays empty, and an answer of any length costs no
   * memory.
   */
  readonly keepsContents?: boolean
}

type UserInput = Extract<ConverterInput, { readonly type: 'user-file' | `user-speech-${string}` }>

/** What the user shows or says. */
function takeUserInput(input: UserInput, user: UserWriter, turns: Turns): void {
  switch (input.type) {
    case 'user-file':
      turns.show(input.file)
      return
    case 'user-speech-start':
      user.speechStart(true)
      return
    case 'user-speech-end':
      user.speechEnd()
      return
    case 'user-speech-taken-back':
      user.speechTakenBack()
      return
    case 'user-speech-repeats':
      user.speechRepeats(input.turnIds)
      return
    case 'user-speech-heard':
      user.repeating.rememberText(input.turnId, input.text)
      return
    case 'user-speech-unheard':
      user.speechUnheard(input.turnId, input.sound)
      return
    case 'user-speech-resent':
      user.speechResent(input.turnId, input.shownIn)
      return
    default:
      assertNever(input, 'user input')
  }
}

/** A converter for one conversation: a pure state machine without clock, input or output. */
export function createConverter({ newId, messageId, keepsContents = true }: ConverterSetup): Converter {
  const outbox = new Outbox()
  const turns = new Turns(outbox, newId, messageId ?? null)
  const user = new UserWriter(turns)
  const model = new ModelWriter(outbox, newId, turns, user)
  const calls = new CallWriter(outbox, newId, turns)
  const modelCalls = new ModelCalls(outbox, turns, model)
  const endings = new TurnEndings(turns, user)
  const parts = new PartWriter(outbox, turns, model, keepsContents)
  const sides: Writers = { outbox, user, model, modelCalls, endings, calls, parts }
  const adk = new AdkReader(sides)
  let live = false
  let ended = false

  function take(input: ConverterInput): void {
    switch (input.type) {
      case 'live':
        live = true
        model.from = 'live'
        readLiveFrame(input.frame, sides)
        return
      case 'text':
        live = false
        model.from = 'text'
        readTextChunk(input.chunk, sides)
        return
      case 'request-ended':
        modelCalls.endRequest(input.broken ?? false)
        return
      case 'adk':
        live = false
        model.from = 'adk'
        adk.read(input.event)
        return
      case 'malformed':
        outbox.passBy('malformed-line')
        return
      case 'user-text':
        user.typed(input.text, !live, input.files)
        return
      case 'user-file':
      case 'user-speech-start':
      case 'user-speech-end':
      case 'user-speech-taken-back':
      case 'user-speech-repeats':
      case 'user-speech-heard':
      case 'user-speech-unheard':
      case 'user-speech-resent':
        takeUserInput(input, user, turns)
        return
      case 'approval-requested':
        calls.ask(input.toolCallId, input.approvalId)
        return
      case 'pause':
        calls.pause()
        return
      case 'call-taken-up':
        turns.takeUp(input.call)
        return
      case 'call-settled':
        calls.settle(input.toolCallId, input.outcome)
        return
      case 'played': {
        const turn = turns.known().find(({ turnId }) => turnId === input.turnId)
        const isLater = Number.isFinite(input.samples) && input.samples > (turn?.playedSamples ?? 0)
        if (turn !== undefined && isLater) turn.playedSamples = Math.trunc(input.samples)
        return
      }
      case 'interrupted':
        endings.interrupt(false)
        return
      case 'end':
        endings.end()
        if (input.forgets === true) user.forget()
        return
      default:
        assertNever(input, 'converter input')
    }
  }

  function turnOf(messageId: string): Turn | undefined {
    return turns.known().find(({ answer }) => answer?.messageId === messageId)
  }

  return {
    push(input) {
      if (input.type !== 'played') ended = input.type === 'end'
      take(input)
      return outbox.drain()
    },
    currentTurnId: () => turns.newest?.turnId ?? null,
    standsIn: (turnId) => user.repeating.standsIn(turnId),
    isIdle: () => (turns.newest?.answer?.calls.size ?? 0) === 0 && (ended || turns.completing() === null),
    calls: () => calls.list(),
    modelContents: (id) => turnOf(id)?.contents.list() ?? [],
    usageOf: (id) => turnOf(id)?.facts.usage.toJson() ?? null,
  }
}
