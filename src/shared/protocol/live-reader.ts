import type { CallWriter } from './call-writer'
import type { Outbox } from './chunk-outbox'
import { countUnknownFields, errorOf, readUsage } from './frame-facts'
import { type Fields, field, fieldsOf, isFields, isTrue, listOf, nameOf, textOf } from './gemini'
import { partsOf, readCall } from './gemini-part'
import type { ModelCalls } from './model-calls'
import type { ModelWriter } from './model-writer'
import type { PartWriter } from './part-writer'
import { readSources } from './sources'
import type { TurnEndings } from './turn-endings'
import type { UserWriter } from './user-writer'

const FRAME_FIELDS = new Set([
  'setupComplete',
  'serverContent',
  'toolCall',
  'toolCallCancellation',
  'usageMetadata',
  'goAway',
  'sessionResumptionUpdate',
  'voiceActivityDetectionSignal',
  'voiceActivity',
  'interactionStatus',
  'error',
])

/** The writers that a frame reader needs. */
export interface Writers {
  readonly outbox: Outbox
  readonly user: UserWriter
  readonly model: ModelWriter
  readonly modelCalls: ModelCalls
  readonly endings: TurnEndings
  readonly calls: CallWriter
  readonly parts: PartWriter
}

/**
 * Reads one Live server message. Newer models put several fields into one message: content counts before completion
 * (live-spec §1.4).
 */
export function readLiveFrame(frame: unknown, sides: Writers): void {
  if (!isFields(frame)) {
    sides.outbox.passBy('unknown-frame')
    return
  }
  countUnknownFields(frame, FRAME_FIELDS, sides.outbox)
  readVoiceActivity(frame, sides.user)
  const content = fieldsOf(frame, 'serverContent')
  if (content !== undefined) readContent(content, sides)
  readToolCalls(frame, sides)
  readUsage(frame, sides.modelCalls)
  const error = errorOf(frame)
  if (error !== null) sides.modelCalls.fail(error.text, error.code)
  readCompletion(frame, content, sides.endings)
}

function readVoiceActivity(frame: Fields, user: UserWriter): void {
  const activity = textOf(fieldsOf(frame, 'voiceActivity') ?? {}, 'voiceActivityType')
  const signal = textOf(fieldsOf(frame, 'voiceActivityDetectionSignal') ?? {}, 'vadSignalType')
  if (activity === 'ACTIVITY_START' || signal === 'VAD_SIGNAL_TYPE_SOS') user.speechStart(false)
  if (activity === 'ACTIVITY_END' || signal === 'VAD_SIGNAL_TYPE_EOS') user.speechEnd()
}

function readContent(content: Fields, { outbox, user, model, endings, parts }: Writers): void {
  if (isTrue(content, 'interrupted')) endings.interrupt(true)
  const guess = textOf(fieldsOf(content, 'interimInputTranscription') ?? {}, 'text')
  if (guess !== undefined) user.guess(guess)
  const heard = fieldsOf(content, 'inputTranscription')
  if (heard !== undefined) user.words(textOf(heard, 'text') ?? '', isTrue(heard, 'finished'))
  for (const { part, raw } of partsOf(field(content, 'modelTurn'))) {
    const plain = part.kind === 'text' && !part.thought && part.signature === null
    if (plain && model.hasSaid(part.text)) outbox.passBy('repeated-text')
    else parts.write(part, raw, true)
    if (plain) model.noteWritten(part.text)
  }
  const said = fieldsOf(content, 'outputTranscription')
  if (said !== undefined) model.transcript(textOf(said, 'text') ?? '', isTrue(said, 'finished'))
  readSources(content, model)
  if (isTrue(content, 'generationComplete')) endings.generated()
}

function readToolCalls(frame: Fields, { outbox, calls, parts }: Writers): void {
  for (const raw of listOf(fieldsOf(frame, 'toolCall') ?? {}, 'functionCalls')) {
    const part = readCall(raw, isFields(raw) ? (nameOf(raw, 'thoughtSignature') ?? null) : null)
    if (part.kind !== 'call') outbox.passBy('unknown-part')
    else if (calls.isRepeated(part)) outbox.passBy('repeated-call')
    else {
      parts.write(part, { functionCall: raw }, true)
      calls.delivered(part)
    }
  }
  for (const modelCallId of listOf(fieldsOf(frame, 'toolCallCancellation') ?? {}, 'ids')) {
    if (typeof modelCallId === 'string') calls.takeBack(modelCallId)
  }
}

// `interactionStatus` is in `serverContent` or at top level; REQUIRES_ACTION is an old name of IDLE (live-spec §7)
function readCompletion(frame: Fields, content: Fields | undefined, endings: TurnEndings): void {
  const status = textOf(content ?? {}, 'interactionStatus') ?? textOf(frame, 'interactionStatus')
  const complete = content !== undefined && isTrue(content, 'turnComplete')
  const idle = status === 'IDLE' || status === 'REQUIRES_ACTION'
  if (idle && !complete) endings.idle()
  if (!complete) return
  const reason = nameOf(content, 'turnCompleteReason') ?? null
  endings.complete(reason === 'TURN_COMPLETE_REASON_UNSPECIFIED' ? null : reason, status === 'IN_PROGRESS')
}
