import { attachmentChunk } from '../../shared/attachments/attachment-part'
import type { JsonObject } from '../../shared/lib/json'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { OpenCall } from '../../shared/protocol/open-call'
import { writtenText } from '../../shared/protocol/written-text'
import type { ToolResponseOutcome } from '../../shared/tools/tool-response'
import { lastModelText, repeatLastText, threadHistory } from '../models/thread-history'
import { editedInputOf } from '../tool-calls/call-summaries'
import { storedThread } from './close-cut-off'
import type { ConversationOptions } from './conversation-options'
import { createStatusTracker } from './conversation-status'
import { nameConversation } from './conversation-title'
import type { Conversation } from './conversation-types'
import { createConversationContents, createMadeFiles } from './model-contents'
import { createCallTracker, createDiscard, createModelOutput, isAskedAgain } from './model-output'
import { createStoredCalls, settleLate } from './resumed-calls'
import { sayAgain } from './say-again'
import { createSessionClosing, followSession } from './session-lifecycle'
import { createSoundGate } from './sounding-turn'
import { createSpokenInput, withVoice } from './spoken-input'
import { createThreadWriter } from './thread-writer'
import { createToolCallCoordinator, toolAnswer } from './tool-call-coordinator'
import { createUnansweredSpeech } from './unanswered-speech/unanswered-speech'
import { createUntranscribedSpeech } from './unanswered-speech/untranscribed-speech'
import { createUsageTotals } from './usage-totals'
import { withCost } from './with-cost'

/** Opens a conversation over its stored messages; connects at the first input. */
export function createConversation(options: ConversationOptions): Conversation {
  const { conversationId, store, clock, emit } = options
  const converter = options.newConverter()
  const made = createMadeFiles(store.attachments, conversationId, options.newId)
  const writer = createThreadWriter({
    conversationId,
    thread: storedThread(conversationId, store),
    clock,
    emit,
    outside: options.outside,
    keepFile: made.keep,
    save: (turnId, message) => store.messages.save(conversationId, turnId, message),
    saveEnd: (messageId) => contents.save(messageId),
  })
  const status = createStatusTracker(conversationId, clock, options.onStatus)
  const usage = createUsageTotals(writer.thread().messages, converter.usageOf)
  status.usage(usage)
  const heard = (turnId: string, samples: number) => converter.push({ type: 'played', turnId, samples })
  const flush = (turnId: string) => emit('playback.flush', { conversationId, turnId })
  /** Messages of the model that are still being written. */
  const openMessages = new Set<string>()
  const sound = createSoundGate({ ...status, isSilent: options.isSilent, passedBy: heard, flush })
  const reader = options.createReader({
    onBegin: sound.begin,
    onSound: (piece) => emit('playback.pcm', { conversationId, ...piece }),
    onEnd: (turnId) => endSound(turnId),
    onState: status.reading,
    onUsage(turnId, model, took) {
      if (usage.readAloud(turnId, model, took)) status.usage(usage)
    },
  })
  const coordinator = createToolCallCoordinator({
    conversationId,
    judge: options.judge,
    queue: options.queue,
    tools: options.tools,
    push,
    answer: (approval, approved, reason) => {
      writer.answer(approval.turnId, approval.messageId, approval.approvalId, approved, reason)
      if (approved !== null) status.userTurnEnded()
      countApprovals()
    },
    endedLate: (call, outcome) => settleLate(writer, call, outcome, openMessages.has(call.messageId)),
    respond,
    decided: options.onCallDecided,
    approvalSeconds: options.approvalSeconds,
    ...(options.report && { report: options.report }),
    outside: options.outside,
  })
  const session = options.createSession({
    onFrame(frame) {
      output.frame(frame)
      kept.heard()
    },
    onMalformed() {
      push({ type: 'malformed' })
      options.onMalformed()
    },
    onState: (state) => sessionChanged(state),
    onSwitch() {
      untranscribed.show()
      output.switched()
      kept.forgotten()
    },
    onTextChunk: (chunk) => output.chunk(chunk),
    onTextEnd: (how) => output.end(how),
    textHistory: () => ({ messages: writer.thread().messages, contentsOf: contents.ofText }),
    onRepeat(turnIds) {
      discard.wordsRepeated()
      push({ type: 'user-speech-repeats', turnIds })
    },
    history(without) {
      const unsaid = new Set([...without].map((turnId) => converter.standsIn(kept.firstTurnOf(turnId))))
      return threadHistory(writer.thread().messages, unsaid, (toolCallId) => editedInputOf(store.approvals, toolCallId))
    },
    lastUserText: () => lastModelText(writer.thread().messages),
  })
  const calls = createCallTracker()
  countApprovals()
  const contents = createConversationContents(conversationId, store.modelContents, converter, made)
  const discard = createDiscard()
  const context = { converter, discard, coordinator, calls, usage, status, push, endSound, countApprovals, session: () => session }
  const output = createModelOutput(context)
  const kept = createUnansweredSpeech({
    conversationId,
    speechFiles: options.speechFiles,
    session: () => session,
    onWaiting: status.unsentSpeech,
  })
  const turnId = (): string | null => converter.currentTurnId()
  const untranscribed = createUntranscribedSpeech({
    ...{ conversationId, attachments: store.attachments, kept, newId: options.newId, standsIn: converter.standsIn, push, publish },
    messages: () => writer.thread().messages,
  })
  const speech = createSpokenInput({ push, session: () => session, turnId, kept })
  const closing = createSessionClosing(() => session, cut, writer.flush, coordinator.stopRuns)
  const stored = createStoredCalls({
    ...{ ...context, ...options, writer, now: clock.now, contentsOf: contents.ofText },
    connect: () => connect('typing'),
  })
  /** Another conversation object stands in its place, or none does. */
  let ended = false
  const sessionChanged = followSession(options, { ...context, closing, speech, kept, untranscribed })

  function push(input: ConverterInput): void {
    publish(converter.push(input))
  }

  function publish(placed: readonly PlacedChunk[]): void {
    for (const found of placed) {
      // another model may have been chosen since the answer was requested
      const one = withCost(found, (session.isWritten() ? options.writtenBy() : null) ?? status.current().model)
      const { chunk, role, turnId, messageId } = one
      if (chunk.type === 'data-pcm') {
        stopReading()
        if (!sound.goesToPage(turnId, chunk.data)) continue
      }
      untranscribed.passes(one)
      const spoken = role === 'user' && chunk.type === 'finish' && !isSketched(messageId) ? speech.voice() : null
      writer.publish([spoken === null ? one : withVoice(one, spoken)])
      // where Gemini listens for the user it is the first to know of it
      if (chunk.type === 'data-interrupted') sound.cut()
      if (chunk.type === 'start') openMessages.add(messageId)
      if (chunk.type === 'finish') openMessages.delete(messageId)
      if (chunk.type === 'start' && role === 'assistant' && session.isWritten()) contents.writing(messageId)
      if (chunk.type !== 'finish') continue
      if (role === 'user') {
        nameConversation(store.conversations, conversationId, writer.thread().messages, messageId)
        store.conversations.touch(conversationId, spoken !== null || isSketched(messageId))
        speech.forgetVoice()
        options.onChanged()
        continue
      }
      endSound(turnId)
      if (chunk.finishReason === 'tool-calls') continue
      if (!isAskedAgain(session.state())) status.turnEnded()
      if (usage.finished(messageId, chunk.messageMetadata, status.current().model)) status.usage(usage)
    }
  }

  /** The message has the sketch of its sound already. */
  function isSketched(messageId: string): boolean {
    return writer.thread().messages.find(({ id }) => id === messageId)?.metadata?.voice !== undefined
  }

  /** No more sound is on its way for now: what is queued is played to its last sample. More may still come. */
  function endSound(turnId: string | null): void {
    if (turnId !== null) emit('playback.end', { conversationId, turnId })
  }

  function respond(call: OpenCall, outcome: ToolResponseOutcome, editedInput: JsonObject | null, picture: Uint8Array | null): void {
    const answer = toolAnswer(call, outcome, editedInput, picture, options.isNonBlocking(session, call.name))
    if (answer === null) return
    calls.seen(converter.calls())
    if (stored.endsWith(call.toolCallId)) return push({ type: converter.calls().length === 0 ? 'end' : 'pause' })
    session.sendToolResponses([answer])
    if (outcome.kind !== 'waiting') status.userTurnEnded()
    countApprovals()
  }

  function countApprovals(): void {
    status.openApprovals(options.queue.open().filter((approval) => approval.conversationId === conversationId).length)
  }

  function connect(input: 'speech' | 'typing'): void {
    if (ended) return
    session.choose(input)
    if (session.isWritten()) return
    if (session.state().phase === 'failed') session.retry()
    else session.start()
  }

  /** Ends what is read aloud, if anything is. */
  function stopReading(): boolean {
    const turnId = reader.stop()
    if (turnId === null) return false
    // what the user said is no speech of Parley's: the gate knows nothing of it
    if (!sound.cut()) flush(turnId)
    return true
  }

  /** Stops the sound, if any, and with it the answer. */
  function cut(): boolean {
    if (stopReading()) return true
    if (!sound.cut()) return false
    session.giveUpAnswer()
    push({ type: 'interrupted' })
    status.turnEnded()
    return true
  }

  return {
    conversationId,
    status: status.current,
    messages: () => writer.thread().messages,
    nextSeq: writer.nextSeq,
    prepareSpeech() {
      cut()
      connect('speech')
    },
    beginSpeech() {
      if (ended) return
      discard.saidMore()
      connect('speech')
      speech.begin()
    },
    audio: speech.audio,
    showPicture: speech.picture,
    endSpeech() {
      if (!speech.end()) return
      status.userTurnEnded()
      if (session.state().phase === 'failed') untranscribed.show()
    },
    cancelSpeech() {
      if (speech.cancel()) discard.begin('taken-back')
    },
    sendText(text, attached = []) {
      if (ended) return
      cut()
      speech.forgetVoice()
      discard.saidMore()
      session.stopWriting()
      session.choose('typing')
      const files = attached.map(attachmentChunk)
      push({ type: 'user-text', text, files })
      connect('typing')
      const addresses = files.map(({ url }) => url)
      session.sendText(text, converter.currentTurnId() ?? undefined, addresses)
      status.userTurnEnded()
    },
    interrupt() {
      if (stopReading() || session.stopWriting() || cut() || !status.isWorking()) return
      status.turnEnded()
      untranscribed.show()
      session.giveUpAnswer()
      if (session.state().phase === 'ready') discard.begin('stopped')
      else void session.stop()
    },
    played(turnId, samples, done) {
      if (!reader.played(turnId, samples, done)) heard(turnId, samples)
      sound.played(turnId, done)
    },
    readAloud(messageId) {
      const answer = writer.thread().messages.find(({ id, role }) => id === messageId && role === 'assistant')
      if (answer === undefined) return false
      if (speech.isUnderWay()) return true
      cut()
      reader.start(messageId, writtenText(answer))
      return true
    },
    stopReading,
    retry() {
      if (ended) return
      const waits = kept.waiting().length > 0
      if (waits) connect('speech')
      else session.retry()
      sayAgain({ kept, speech, push, turnId, messages: writer.thread().messages, untranscribed })
      if (waits) status.userTurnEnded()
    },
    dropSpeech() {
      untranscribed.drop()
      kept.drop()
    },
    playSpeech(messageId) {
      const sound = untranscribed.sound(messageId)
      if (sound === null) return false
      if (speech.isUnderWay()) return true
      cut()
      reader.play(messageId, sound)
      return true
    },
    askAgain() {
      if (ended) return
      cut()
      connect('typing')
      if (!session.askAgain()) repeatLastText(session, writer.thread().messages)
      status.userTurnEnded()
    },
    stopCall: coordinator.stop,
    renewSession: session.renew,
    updateModel: status.model,
    settleStored: stored.settle,
    resumeStored: stored.resume,
    takeUp: stored.takeUp,
    save: writer.flush,
    stopSession: closing.stop,
    end(questions) {
      ended = true
      return closing.stop(questions)
    },
    leaveSource: closing.leave,
  }
}
