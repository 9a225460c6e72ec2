import type { Approval } from '../../shared/approvals/approval'
import { type SpeechSketch, SpeechSketcher } from '../../shared/audio/speech-sketch'
import type { ConversationStatus, SessionState } from '../../shared/ipc/schemas'
import type { JsonObject } from '../../shared/lib/json'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome, ConverterInput } from '../../shared/protocol/converter-input'
import { threadFromMessages } from '../../shared/protocol/fold'
import { createConverter } from '../../shared/protocol/from-gemini'
import type { OpenCall } from '../../shared/protocol/open-call'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ToolResponseOutcome } from '../../shared/tools/tool-response'
import { createCallDesk } from './call-desk'
import { createCallTracker } from './call-tracker'
import type { ConversationOptions } from './conversation-options'
import { frameMarks } from './frame-marks'
import { createSoundGate } from './sound-gate'
import { createStatusBoard } from './status-board'
import { storedSettlement } from './stored-settlement'
import { createThreadWriter } from './thread-writer'
import { titleOf } from './title-of'
import { toolAnswer } from './tool-answer'
import { usageOf } from './usage-of'
import { withVoice } from './with-voice'

/** One thread and its line to the model: words in, messages, sound and questions out. */
export interface Conversation {
  readonly conversationId: string
  status(): ConversationStatus
  messages(): readonly UIMessage[]
  nextSeq(): number
  /** The user is about to speak: what Parley still says is cut off, and the line to the model is opened. */
  prepareSpeech(): void
  beginSpeech(): void
  /** s16le mono 16 kHz */
  audio(pcm: Uint8Array): void
  endSpeech(): void
  /** The user takes back what was said: the model's answer to it is passed by. */
  cancelSpeech(): void
  sendText(text: string): void
  /** Ends the answer that sounds now; the words that were not heard are marked. */
  interrupt(): void
  /** The page has played `samples` samples of this turn. */
  played(turnId: string, samples: number, done: boolean): void
  retry(): void
  /** The user stops a call. False where it is not open. */
  stopCall(toolCallId: string): boolean
  updateModel(model: string, replay: ConversationStatus['replay']): void
  /** Settles a call of an earlier run of the app, whose session is gone, in the thread alone. */
  settleStored(approval: Approval, outcome: CallOutcome): void
  /** Ends the line to the model. What is stored stays; open questions are taken back unless they are to wait for the next start. */
  stopSession(questions: 'withdraw' | 'keep'): Promise<void>
}

/** Hz */
const MICROPHONE_RATE = 16_000

/** Opens a conversation over its stored messages; nothing is connected before the first word. */
export function createConversation(options: ConversationOptions): Conversation {
  const { conversationId, store, clock, emit } = options
  const converter = createConverter({ newId: options.newId })
  const writer = createThreadWriter({
    conversationId,
    thread: threadFromMessages(store.messages.list(conversationId)),
    clock,
    emit,
    save: (turnId, message) => store.messages.save(conversationId, turnId, message),
  })
  const status = createStatusBoard(conversationId, clock, options.onStatus)
  const sound = createSoundGate(status.soundBegan, status.soundEnded)
  const desk = createCallDesk({
    conversationId,
    judge: options.judge,
    queue: options.queue,
    tools: options.tools,
    push,
    answer: (approval, approved, reason) => {
      writer.answer(approval.turnId, approval.messageId, approval.approvalId, approved, reason)
      status.userTurnEnded()
      countQuestions()
    },
    respond,
    decided: options.onCallDecided,
    approvalSeconds: options.approvalSeconds,
  })
  const session = options.createSession({ onFrame: receive, onMalformed: malformed, onState: sessionChanged })
  const calls = createCallTracker()
  let speech: SpeechSketcher | null = null
  let voice: SpeechSketch | null = null
  /** the answer to words that the user took back is passed by until its turn is complete */
  let discarding = false
  let keepQuestions = false

  function push(input: ConverterInput): void {
    publish(converter.push(input))
  }

  function publish(placed: readonly PlacedChunk[]): void {
    for (const one of placed) {
      const { chunk, role, turnId } = one
      if (chunk.type === 'data-pcm') sound.sent(turnId)
      const spoken = role === 'user' && chunk.type === 'finish' ? voice : null
      writer.publish([spoken === null ? one : withVoice(one, spoken)])
      if (chunk.type !== 'finish') continue
      if (role === 'user') {
        nameAfter(one.messageId)
        store.conversations.touch(conversationId, spoken !== null)
        voice = null
        options.onChanged()
        continue
      }
      endSound(turnId)
      if (chunk.finishReason !== 'tool-calls') {
        status.turnEnded()
        const usage = usageOf(chunk.messageMetadata)
        status.tokens(usage.input, usage.output)
        store.modelContents.save(
          conversationId,
          one.messageId,
          converter.modelContents(one.messageId).map((content) => ({ ...content })),
        )
      }
    }
  }

  /** No more sound is on its way for now: what is queued is played to its last sample. More may still come. */
  function endSound(turnId: string | null): void {
    if (turnId !== null) emit('playback.end', { conversationId, turnId })
  }

  function receive(frame: unknown): void {
    const { turnComplete, generationComplete } = frameMarks(frame)
    if (discarding) {
      discarding = !turnComplete
      return
    }
    push({ type: 'live', frame })
    if (generationComplete) endSound(converter.currentTurnId())
    const { opened, gone } = calls.seen(converter.calls())
    desk.cancelled(gone)
    desk.open(opened)
    calls.seen(converter.calls())
    countQuestions()
  }

  function malformed(): void {
    push({ type: 'malformed' })
    options.onMalformed()
  }

  function respond(call: OpenCall, outcome: ToolResponseOutcome, editedInput: JsonObject | null): void {
    const answer = toolAnswer(call, outcome, editedInput, options.isNonBlocking(session, call.name))
    if (answer === null) return
    calls.seen(converter.calls())
    session.sendToolResponses([answer])
    if (outcome.kind !== 'waiting') status.userTurnEnded()
    countQuestions()
  }

  function countQuestions(): void {
    status.openQuestions(options.queue.open().filter((approval) => approval.conversationId === conversationId).length)
  }

  function sessionChanged(state: SessionState): void {
    status.session(state)
    if (state.phase === 'off' || state.phase === 'reconnecting' || state.phase === 'failed') push({ type: 'end' })
    if (state.phase === 'off' || state.phase === 'failed') {
      discarding = false
      if (!keepQuestions) options.queue.withdraw({ conversationId }, 'The session ended.')
      if (state.phase === 'off') desk.stopRuns()
      countQuestions()
    }
    options.onSessionState(state)
  }

  function nameAfter(messageId: string): void {
    if (store.conversations.get(conversationId)?.title !== '') return
    const title = titleOf(writer.thread().messages.find((candidate) => candidate.id === messageId))
    if (title !== '') store.conversations.rename(conversationId, title)
  }

  function connect(): void {
    if (session.state().phase === 'failed') session.retry()
    else session.start()
  }

  function cut(): void {
    const turnId = sound.cut()
    if (turnId === null) return
    emit('playback.flush', { conversationId, turnId })
    push({ type: 'interrupted' })
  }

  return {
    conversationId,
    status: status.current,
    messages: () => writer.thread().messages,
    nextSeq: writer.nextSeq,
    prepareSpeech() {
      cut()
      connect()
    },
    beginSpeech() {
      speech = new SpeechSketcher(MICROPHONE_RATE)
      push({ type: 'user-speech-start' })
      connect()
      session.activityStart()
    },
    audio(pcm) {
      speech?.add(pcm)
      session.sendAudio(pcm)
    },
    endSpeech() {
      if (speech === null) return
      voice = speech.sketch()
      speech = null
      push({ type: 'user-speech-end' })
      session.activityEnd()
      status.userTurnEnded()
    },
    cancelSpeech() {
      if (speech === null) return
      speech = null
      discarding = true
      session.activityEnd()
    },
    sendText(text) {
      cut()
      voice = null
      push({ type: 'user-text', text })
      connect()
      session.sendText(text)
      status.userTurnEnded()
    },
    interrupt: cut,
    played(turnId, samples, done) {
      converter.push({ type: 'played', turnId, samples })
      sound.played(turnId, done)
    },
    retry: () => session.retry(),
    stopCall: desk.stop,
    updateModel: status.model,
    settleStored(approval, outcome) {
      const { turnId, messageId, approvalId } = approval
      const answered = outcome.kind === 'withdrawn' ? null : outcome.kind !== 'denied' && outcome.kind !== 'expired'
      writer.answer(turnId, messageId, approvalId, answered, approval.reason)
      writer.publish(storedSettlement(approval, outcome))
      countQuestions()
    },
    async stopSession(questions) {
      cut()
      keepQuestions = questions === 'keep'
      await session.stop()
      keepQuestions = false
      writer.flush()
    },
  }
}
