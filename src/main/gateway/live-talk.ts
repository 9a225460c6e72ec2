import type { WebSocket } from 'ws'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { assertNever } from '../../shared/lib/assert-never'
import type { Timer } from '../../shared/lib/clock'
import { toPlainJson } from '../../shared/lib/plain-json'
import { createAiSdkWriter } from '../../shared/protocol/dialects/ai-sdk'
import type { TakenFile } from '../storage/attachments/take-in-file'
import { answersOf, continuedMessage, textOfRequest } from './chat-request'
import { checkedPicture } from './checked-file'
import type { ReceivedAnswer } from './client-answers'
import { createClientFilter } from './client-filter'
import type { GatewayContext } from './gateway-context'
import { type LiveFrame, liveClose } from './live-frames'
import { createLiveLog, type LiveFormat, type LiveItem, liveWire } from './live-log'
import { HttpProblem } from './routes'
import { sendUserText } from './send-user-text'
import { createShownPictures } from './shown-pictures'
import { createShownResults } from './shown-results'
import { createWithConversation } from './with-conversation'

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
}

export interface LiveTalkOptions {
  readonly parts: GatewayContext
  readonly client: GatewayClient
  readonly conversationId: string
  readonly sessionId: string
  /** The client did not return to the talk. */
  onOver(): void
}

export function createLiveTalk({ parts, client, conversationId, sessionId, onOver }: LiveTalkOptions): LiveTalk {
  const { registry, answers, queue, clock, limits } = parts
  const thread = parts.bridge.thread(conversationId)
  const withIt = createWithConversation(registry, conversationId, problem)
  const shown = createShownResults(parts, client, conversationId)
  const filter = createClientFilter({ mayAnswer: (toolName) => answers.mayAnswer(client, toolName), runs: thread.runs, shown })
  const writer = createAiSdkWriter()
  const log = createLiveLog()
  const pictures = createShownPictures({ conversationId, withIt, keepFile: parts.keepFile, problem })
  let socket: WebSocket | null = null
  let format: LiveFormat = { format: 'sse', sound: 'json' }
  let positions = false
  let speaking = false
  let leaving: Timer | null = null
  let allowedBytes = limits.unsentBytes
  /** turn → its samples sent so far */
  const sounded = new Map<string, number>()

  const unlisten = thread.listen({
    takesSound: true,
    onChunk(placed) {
      const { chunk } = placed
      if (chunk.type === 'data-pcm') {
        const pcm = Buffer.from(chunk.data.chunk, 'base64')
        sounded.set(placed.turnId, chunk.data.startSample + pcm.byteLength / 2)
        tell(log.add({ kind: 'sound', sampleRate: chunk.data.sampleRate, startSample: chunk.data.startSample, pcm }))
        return
      }
      for (const told of filter.push(placed)) write(writer.push(told))
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = queue.get(approvalId)?.toolCallId
      if (approved === true && toolCallId !== undefined) for (const told of filter.approved(toolCallId)) write(writer.push(told))
    },
    onSound(turnId, what) {
      const samples = sounded.get(turnId)
      sounded.delete(turnId)
      if (what === 'end' && !positions && samples !== undefined) withIt((conversation) => conversation.played(turnId, samples, true))
    },
    onStatus({ session }) {
      if (session.phase === 'failed') problem(`Parley can’t reach its model now (${session.cause}).`)
    },
  })

  function write(events: ReturnType<typeof writer.push>): void {
    for (const event of events) {
      if (event.type === 'chunk') tell(log.add({ kind: 'chunk', chunk: event.chunk }))
      else if (event.type === 'done') tell(log.add({ kind: 'done' }))
    }
  }

  function tell(item: LiveItem): void {
    const wire = liveWire(item, format)
    if (socket === null || wire === null || socket.readyState !== socket.OPEN) return
    // one item may be larger than the limit: that alone must not close the socket
    const waited = socket.bufferedAmount
    socket.send(wire)
    // unsent items stay in the log: the client comes back for them
    if (waited > allowedBytes) socket.close(liveClose.tooSlow, 'the client does not read')
  }

  /** Input of the client was refused: reported to it alone, outside any message. */
  function problem(message: string): void {
    tell(log.add({ kind: 'chunk', chunk: { type: 'data-problem', data: { message }, transient: true } }))
  }

  function say(text: string, further: readonly TakenFile[] = []): void {
    sendUserText(parts, thread, text, [...pictures.take(), ...further]).catch((error: unknown) =>
      problem(error instanceof HttpProblem ? error.message : 'Parley could not take these words.'),
    )
  }

  function answer(given: readonly ReceivedAnswer[]): void {
    for (const words of answers.take(client, thread, given).problems) problem(words)
  }

  function begin(): void {
    if (speaking) return
    speaking = true
    void thread.say(() => {
      withIt((conversation) => {
        conversation.prepareSpeech()
        conversation.beginSpeech()
      })
    })
    pictures.speechBegins()
  }

  function end(): void {
    if (speaking) withIt((conversation) => conversation.endSpeech())
    speaking = false
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
    answer(continued === null ? [] : answersOf(continued).filter((given) => open.has(given.answer.toolCallId)))
  }

  return {
    attach(next, wanted, tellsPositions, after, tools) {
      const missed = after === null ? [] : log.after(after)
      if (missed === null) return false
      socket?.close(liveClose.takenOver, 'another connection took over')
      leaving?.cancel()
      leaving = null
      thread.clientRuns(tools === null ? null : new Set(tools))
      socket = next
      format = wanted
      positions = tellsPositions
      const hello = { type: 'data-session', data: { sessionId, conversationId, resumed: after !== null }, transient: true }
      next.send(wanted.format === 'sse' ? `data: ${JSON.stringify(hello)}\n\n` : JSON.stringify({ id: 0, chunk: hello }))
      // stored items are sent at once and do not count
      allowedBytes = Number.POSITIVE_INFINITY
      for (const item of missed) tell(item)
      allowedBytes = next.bufferedAmount + limits.unsentBytes
      return true
    },
    detach(gone) {
      if (gone !== socket) return
      socket = null
      end()
      leaving = clock.after(limits.abandoned, () => {
        unlisten()
        withIt((conversation) => void conversation.stopSession('keep'))
        onOver()
      })
    },
    audio(pcm) {
      if (speaking) withIt((conversation) => conversation.audio(pcm))
    },
    frame(frame) {
      switch (frame.type) {
        case 'hello':
          problem('Only the first frame can be a hello.')
          return
        case 'talk_start':
          begin()
          return
        case 'talk_stop':
          end()
          return
        case 'talk_cancel':
          if (speaking) withIt((conversation) => conversation.cancelSpeech())
          speaking = false
          return
        case 'audio_control':
          if (frame.action === 'start') begin()
          else end()
          return
        case 'audio_chunk':
          if (speaking) withIt((conversation) => conversation.audio(Buffer.from(frame.chunk, 'base64')))
          return
        case 'text':
          say(frame.text)
          return
        case 'image':
          pictures.show(checkedPicture(`data:${frame.mimeType};base64,${frame.data}`), speaking)
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
          const { toolCallId, errorText } = frame
          if (errorText === undefined) answer([{ answer: { kind: 'output', toolCallId, output: toPlainJson(frame.output) } }])
          else answer([{ answer: { kind: 'failed', toolCallId, errorText } }])
          return
        }
        case 'played':
          if (positions) withIt((conversation) => conversation.played(frame.turnId, frame.samples, frame.done))
          return
        case 'ack':
          log.acknowledge(frame.after)
          return
        case 'ping':
          socket?.send(JSON.stringify({ type: 'pong', timestamp: frame.timestamp ?? null }))
          return
        default:
          assertNever(frame, 'live frame')
      }
    },
    close(code, reason) {
      leaving?.cancel()
      unlisten()
      socket?.close(code, reason)
      end()
    },
  }
}
