import type { WebSocket } from 'ws'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { assertNever } from '../../shared/lib/assert-never'
import type { Timer } from '../../shared/lib/clock'
import { toPlainJson } from '../../shared/lib/plain-json'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { createAiSdkWriter } from '../../shared/protocol/dialects/ai-sdk'
import { type Confirmation, type ConfirmationForm, createConfirmation } from '../../shared/protocol/dialects/confirmation'
import type { Facts } from '../lib/log/logger'
import type { TakenFile } from '../storage/attachments/take-in-file'
import { answersOf, continuedMessage, textOfRequest } from './chat-request'
import { checkedPicture } from './checked-file'
import type { ReceivedAnswer } from './client-answers'
import { clientToolLookup } from './client-bridge'
import { createClientFilter } from './client-filter'
import type { ClientThread } from './client-thread'
import type { GatewayContext } from './gateway-context'
import type { LiveFrame } from './live-frames'
import type { LiveFormat } from './live-log'
import { createLiveSocket, type LiveSocket } from './live-socket'
import { HttpProblem } from './routes'
import { sendUserText } from './send-user-text'
import { createShownFrames } from './shown-frames'
import { createShownPictures } from './shown-pictures'
import { createShownResults } from './shown-results'
import { createWithConversation, type WithConversation } from './with-conversation'

/** One live conversation of a client, over any number of consecutive sockets. */
export interface LiveTalk {
  /**
   * Makes this socket the client's current one. `after`: the last item it has; null at the beginning. `tools`: the page's tools that
   * it runs; null: all of them. False: items are missing.
   */
  attach(socket: WebSocket, format: LiveFormat, positions: boolean, after: number | null, tools: readonly string[] | null): boolean
  detach(socket: WebSocket): void
  frame(frame: LiveFrame): void
  /** s16le mono 16 kHz */
  audio(pcm: Uint8Array): void
  close(code: number, reason: string): void
  /** What names this talk in the log. */
  logFacts(): Facts
}

export interface LiveTalkOptions {
  readonly context: GatewayContext
  readonly client: GatewayClient
  readonly conversationId: string
  readonly sessionId: string
  /** How the client is asked for approvals. */
  readonly confirmation: ConfirmationForm
  /** The client did not return to the talk. */
  onOver(): void
}

/** What a client says and shows. */
interface LiveInput {
  /** Carries out a frame; throws `HttpProblem` where a picture is refused. */
  frame(frame: LiveFrame): void
  audio(pcm: Uint8Array): void
  /** The user stops speaking, if they do. */
  endSpeech(): void
  /** No frame of the client's screen or camera follows. */
  endFrames(): void
}

interface LiveInputOptions extends Pick<LiveTalkOptions, 'context' | 'client' | 'conversationId' | 'sessionId'> {
  readonly thread: ClientThread
  readonly socket: LiveSocket
  readonly confirmation: Confirmation
  readonly withIt: WithConversation
  /** Input of the client was refused: reported to it alone, outside any message. */
  problem(message: string): void
}

/** The answers with those to a confirmation call as answers to the approval that it requests. */
function throughConfirmation(confirmation: Confirmation, given: readonly ReceivedAnswer[]): readonly ReceivedAnswer[] {
  return given.map((received) => {
    const { answer } = received
    if (answer.kind !== 'output') return received
    const taken = confirmation.answer({ kind: 'output', toolCallId: answer.toolCallId, output: answer.output })
    return taken.ok ? { answer: { kind: 'approval', ...taken.value } } : received
  })
}

/** Words, answers and messages that a client sends. */
interface WrittenInput {
  say(text: string, further?: readonly TakenFile[]): void
  answer(given: readonly ReceivedAnswer[]): void
  message(messages: Extract<LiveFrame, { type: 'message' }>['messages']): void
}

/** Words go to the model with the pictures that were shown before them. */
function createWrittenInput(
  {
    context,
    client,
    sessionId,
    thread,
    confirmation,
    problem,
  }: Pick<LiveInputOptions, 'context' | 'client' | 'sessionId' | 'thread' | 'confirmation' | 'problem'>,
  pictures: Pick<ReturnType<typeof createShownPictures>, 'take'>,
): WrittenInput {
  const { answers } = context

  function say(text: string, further: readonly TakenFile[] = []): void {
    sendUserText(context, thread, text, [...pictures.take(), ...further]).catch((error: unknown) =>
      problem(error instanceof HttpProblem ? error.message : 'Parley could not take these words.'),
    )
  }

  function answer(given: readonly ReceivedAnswer[]): void {
    for (const words of answers.take(client, thread, given).problems) problem(words)
  }

  function message(messages: Extract<LiveFrame, { type: 'message' }>['messages']): void {
    const request = { id: sessionId, messages, trigger: 'submit-message' as const }
    const words = textOfRequest(request)
    if (words !== null) {
      if (words.problem === null) say(words.text, words.files)
      else problem(words.problem)
      return
    }
    const continued = continuedMessage(request)
    const open = new Set(answers.pending(thread).map(({ toolCallId }) => toolCallId))
    const given = continued === null ? [] : throughConfirmation(confirmation, answersOf(continued))
    answer(given.filter(({ answer: { toolCallId } }) => open.has(toolCallId)))
  }

  return { say, answer, message }
}

function createLiveInput({
  context,
  client,
  conversationId,
  sessionId,
  thread,
  socket,
  confirmation,
  withIt,
  problem,
}: LiveInputOptions): LiveInput {
  const { queue } = context
  const speech = createLiveSpeech(thread, withIt)
  const frames = createShownFrames({
    client,
    conversationId,
    clock: context.clock,
    seen: context.seen,
    problem,
    showFrame: frameShower(withIt),
    record: (event) => context.audit.record({ conversationId, toolCallId: '', toolName: '', approvalId: null }, event),
  })
  const pictures = createShownPictures({ conversationId, withIt, keepFile: context.keepFile, problem })
  const { say, answer, message } = createWrittenInput({ context, client, sessionId, thread, confirmation, problem }, pictures)

  function beginSpeech(): void {
    if (speech.begin()) pictures.speechBegins()
  }

  return {
    audio: speech.audio,
    endSpeech: speech.end,
    endFrames: frames.end,
    frame(frame) {
      switch (frame.type) {
        case 'hello':
          problem('Only the first frame can be a hello.')
          return
        case 'talk_start':
          beginSpeech()
          return
        case 'talk_stop':
          speech.end()
          return
        case 'talk_cancel':
          speech.cancel()
          return
        case 'audio_control':
          if (frame.action === 'start') beginSpeech()
          else speech.end()
          return
        case 'audio_chunk':
          speech.audio(Buffer.from(frame.chunk, 'base64'))
          return
        case 'text':
          say(frame.text)
          return
        case 'image':
          pictures.show(checkedPicture(`data:${frame.mimeType};base64,${frame.data}`), speech.isUnderWay())
          return
        case 'video':
          frames.show(frame.data)
          return
        case 'message':
          message(frame.messages)
          return
        case 'interrupt':
          withIt((conversation) => conversation.interrupt())
          return
        case 'approval': {
          const toolCallId = frame.toolCallId ?? queue.get(frame.approvalId)?.toolCallId ?? ''
          const approved = frame.approved === true
          answer([{ answer: { kind: 'approval', approvalId: frame.approvalId, toolCallId, approved, reason: frame.reason ?? null } }])
          return
        }
        case 'tool_result': {
          const { toolCallId, errorText = null } = frame
          if (errorText !== null) answer([{ answer: { kind: 'failed', toolCallId, errorText } }])
          else {
            const output = toPlainJson(frame.output ?? frame.result)
            answer(throughConfirmation(confirmation, [{ answer: { kind: 'output', toolCallId, output } }]))
          }
          return
        }
        case 'played':
          if (socket.reportsPositions()) withIt((conversation) => conversation.played(frame.turnId, frame.samples, frame.done))
          return
        case 'ack':
          socket.acknowledge(frame.after)
          return
        case 'ping':
          socket.reply({ type: 'pong', timestamp: frame.timestamp ?? null })
          return
        default:
          assertNever(frame, 'live frame')
      }
    },
  }
}

/** Sends a frame to the Live session; false: none takes it now. */
function frameShower(withIt: WithConversation): (jpeg: Uint8Array<ArrayBuffer>) => boolean {
  return (jpeg) => {
    let isTaken = false
    withIt((conversation) => {
      isTaken = conversation.show({ type: 'frame', jpeg })
    })
    return isTaken
  }
}

/** The speech of a client. */
interface LiveSpeech {
  /** False if the client speaks already. */
  begin(): boolean
  audio(pcm: Uint8Array): void
  end(): void
  cancel(): void
  isUnderWay(): boolean
}

function createLiveSpeech(thread: ClientThread, withIt: WithConversation): LiveSpeech {
  let speaking = false
  return {
    begin() {
      if (speaking) return false
      speaking = true
      void thread.say(() => {
        withIt((conversation) => {
          conversation.prepareSpeech()
          conversation.beginSpeech()
        })
      })
      return true
    },
    audio(pcm) {
      if (speaking) withIt((conversation) => conversation.audio(pcm))
    },
    end() {
      if (speaking) withIt((conversation) => conversation.endSpeech())
      speaking = false
    },
    cancel() {
      if (speaking) withIt((conversation) => conversation.cancelSpeech())
      speaking = false
    },
    isUnderWay: () => speaking,
  }
}

/** Sends the client what happens in its conversation, until the returned function is called. */
function followThread(options: Omit<LiveInputOptions, 'sessionId'>): () => void {
  const { context, client, conversationId, thread, socket, confirmation, withIt, problem } = options
  const { answers, queue } = context
  const shown = createShownResults(context, client, conversationId)
  const filter = createClientFilter({ mayAnswer: (toolName) => answers.mayAnswer(client, toolName), runs: thread.runs, shown })
  const writer = createAiSdkWriter()
  /** turn → its samples sent so far */
  const sounded = new Map<string, number>()

  function write(visible: PlacedChunk): void {
    for (const event of confirmation.push(visible).flatMap(writer.push)) {
      if (event.type === 'chunk') socket.send({ kind: 'chunk', chunk: event.chunk })
      else if (event.type === 'done') socket.send({ kind: 'done' })
    }
  }

  return thread.listen({
    takesSound: true,
    onChunk(placed) {
      const { chunk } = placed
      if (chunk.type === 'data-pcm') {
        const pcm = Buffer.from(chunk.data.chunk, 'base64')
        sounded.set(placed.turnId, chunk.data.startSample + pcm.byteLength / 2)
        socket.send({ kind: 'sound', sampleRate: chunk.data.sampleRate, startSample: chunk.data.startSample, pcm })
        return
      }
      for (const visible of filter.push(placed)) write(visible)
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = queue.get(approvalId)?.toolCallId
      if (approved === true && toolCallId !== undefined) for (const visible of filter.approved(toolCallId)) write(visible)
    },
    onSound(turnId, what) {
      const samples = sounded.get(turnId)
      sounded.delete(turnId)
      if (what === 'end' && !socket.reportsPositions() && samples !== undefined)
        withIt((conversation) => conversation.played(turnId, samples, true))
    },
    onStatus({ session }) {
      if (session.phase === 'failed') problem(`Parley can’t reach its model now (${session.cause}).`)
    },
  })
}

/** Creates the talk; no socket is attached. */
export function createLiveTalk(options: LiveTalkOptions): LiveTalk {
  const { context, client, conversationId, sessionId, onOver } = options
  const { registry, clock, limits } = context
  const thread = context.bridge.thread(conversationId)
  const socket = createLiveSocket(limits, { sessionId, conversationId })
  const withIt = createWithConversation(registry, conversationId, problem)
  const tools = clientToolLookup(context.toolBox, thread.runs)
  const hint = (toolName: string) => tools(toolName)?.hint
  const confirmation = createConfirmation({ form: options.confirmation, newId: context.newId, hint })
  const common = { context, client, conversationId, thread, socket, confirmation, withIt, problem }
  const input = createLiveInput({ ...common, sessionId })
  const unlisten = followThread(common)
  let leaving: Timer | null = null

  function problem(message: string): void {
    socket.send({ kind: 'chunk', chunk: { type: 'data-problem', data: { message }, transient: true } })
  }

  return {
    attach(next, wanted, positions, after, tools) {
      if (!socket.attach(next, wanted, positions, after)) return false
      thread.clientRuns(tools === null ? null : new Set(tools))
      leaving?.cancel()
      leaving = null
      return true
    },
    detach(gone) {
      if (!socket.is(gone)) return
      socket.drop()
      input.endSpeech()
      input.endFrames()
      leaving = clock.after(limits.abandoned, () => {
        unlisten()
        withIt((conversation) => void conversation.stopSession('keep'))
        onOver()
      })
    },
    audio: input.audio,
    frame: input.frame,
    logFacts: () => ({ runId: sessionId, conversationId }),
    close(code, reason) {
      leaving?.cancel()
      unlisten()
      socket.close(code, reason)
      input.endSpeech()
      input.endFrames()
    },
  }
}
