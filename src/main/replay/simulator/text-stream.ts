import type { ServerResponse } from 'node:http'
import type { Timer } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'
import type { FaultLine } from './faults/fault'
import type { ConnectionFaults } from './faults/fault-injector'
import type { LiveContext } from './live-connection'
import type { PlayerPort } from './player-types'
import type { TextMemory } from './text-memory'

/** What the answers of one server share. */
export interface TextStreamContext extends LiveContext {
  readonly memory: TextMemory
  readonly number: number
}

const EMPTY_ANSWER: JsonObject = { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }] }

/** One streamed answer: each frame is an event, and the response ends where the recording waits for the client again. */
export class TextStream implements PlayerPort {
  private readonly context: TextStreamContext
  /** Null while the rest waits for the request that asks for it. */
  private response: ServerResponse | null
  private readonly waiting: JsonObject[] = []
  private readonly timers = new Set<Timer>()
  private readonly onContinue: (stream: TextStream) => string
  private opened = false
  private held = false
  private over = false
  readonly faults: ConnectionFaults

  /** `onContinue`: the rest of this answer is to come to another request, the one with the token that is returned. */
  constructor(response: ServerResponse, context: TextStreamContext, onContinue: (stream: TextStream) => string) {
    this.response = response
    this.context = context
    this.onContinue = onContinue
    this.faults = context.faults.connect(this.faultLine(), 'text')
  }

  /** From here on a pause ends the response: attaching alone may pause, before the client's input was passed on. */
  open(): void {
    const { response, context } = this
    if (response === null) return
    this.opened = true
    response.on('close', () => {
      if (this.response !== response) return
      for (const timer of this.timers) timer.cancel()
      context.player.detach(this)
      context.journal.notify()
    })
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.flushHeaders()
  }

  /** Answers with all of these at once, without a recording. */
  whole(frames: readonly JsonObject[]): void {
    this.open()
    for (const frame of frames) this.send(frame)
    this.paused()
  }

  /** The rest goes to this response. */
  resume(response: ServerResponse): void {
    this.response = response
    this.open()
    for (const frame of this.waiting.splice(0)) this.event(frame)
    if (this.over) response.end()
  }

  send(recorded: JsonObject): void {
    const frame = 'serverContent' in recorded ? EMPTY_ANSWER : this.context.prepare(recorded, this.context.number)
    if (this.response?.writableEnded === true || this.held) return
    if (this.response === null) this.waiting.push(frame)
    else this.faults.toClient(frame, (passed) => this.event(passed))
  }

  paused(): void {
    if (this.opened && !this.held) {
      this.over = true
      this.response?.end()
    }
    this.context.journal.notify()
  }

  private event(frame: JsonObject): void {
    this.note(frame)
    this.context.journal.addSent()
    this.write(`data: ${JSON.stringify(frame)}\r\n\r\n`)
  }

  private note(frame: JsonObject): void {
    this.context.calls.sent(frame, () => 'BLOCKING')
    this.context.memory.sent(frame)
  }

  private write(data: string | Buffer): void {
    if (this.response?.writableEnded === false) this.response.write(data)
  }

  private end(how: (response: ServerResponse) => void): void {
    this.context.player.detach(this)
    if (this.response !== null) how(this.response)
    this.context.journal.notify()
  }

  private continueElsewhere(frame: JsonObject): void {
    const continuationToken = this.onContinue(this)
    this.write(`data: ${JSON.stringify({ candidates: [{ finishReason: 'CONTINUATION', index: 0, continuationToken }] })}\r\n\r\n`)
    this.response?.end()
    this.response = null
    this.waiting.push(frame)
  }

  private faultLine(): FaultLine {
    const { context } = this
    return {
      connection: context.number,
      token: null,
      send: (frame) => this.event(frame),
      write: (data) => this.write(data),
      close: () => this.end((response) => response.end()),
      cut: () => this.end((response) => response.destroy()),
      after: (delayMs, task) => {
        const timer = context.clock.after(delayMs / context.speed, () => {
          this.timers.delete(timer)
          task()
        })
        this.timers.add(timer)
        return timer
      },
      endTurn: () => {
        if (context.player.isHeardBy(this)) context.player.endTurn()
      },
      isBlocked: () => false,
      hold: () => {
        this.held = true
      },
      note: (frame) => this.note(frame),
      continueElsewhere: (frame) => this.continueElsewhere(frame),
    }
  }
}
