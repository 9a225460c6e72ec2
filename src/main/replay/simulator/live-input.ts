import type { Timer } from '../../../shared/lib/clock'
import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument, unknownField } from './client-violation'
import { checkContents, checkFunctionResponse } from './content-rules'
import { requireItems, requireObject } from './json-shape'
import type { LiveConnection, LiveContext } from './live-connection'
import { checkInlineData } from './media-rules'
import type { SettledCall, UserInput } from './player-types'
import { checkRealtimeInput } from './realtime-rules'
import { checkContextUpdate, type LiveSetup } from './setup-rules'
import { type SpeechEvent, SpeechWindow } from './speech-window'
import { objectsOf } from './text-memory'
import { VideoRate } from './video-rules'

/** Processes the client's frames after the setup: checks each as the service does, and reports the user's actions to the player. */
export class LiveInput {
  private readonly speech = new SpeechWindow()
  private readonly video = new VideoRate()
  private awaitsHistory: boolean
  /** What the model is silently working on. */
  private work: { readonly input: UserInput; readonly delayMs: number; timer: Timer } | null = null
  /** Results that wait until the user finishes speaking. */
  private held: readonly SettledCall[] = []

  private readonly setup: LiveSetup
  private readonly context: LiveContext
  private readonly port: LiveConnection

  constructor(setup: LiveSetup, context: LiveContext, port: LiveConnection) {
    this.setup = setup
    this.awaitsHistory = setup.awaitsHistory
    this.context = context
    this.port = port
  }

  handle(frame: JsonObject): void {
    const [key, ...others] = Object.keys(frame)
    if (key === undefined) throw invalidArgument('The message is empty.')
    if (others.length > 0) {
      throw new ClientViolation(1007, `Invalid value (oneof), oneof field 'message_type' is already set. Cannot set '${others[0]}'.`)
    }
    switch (key) {
      case 'setup':
        throw new ClientViolation(1007, 'setup must be the first message and only the first.')
      case 'clientContent':
        this.takeContent(requireObject(frame.clientContent, 'clientContent'))
        return
      case 'realtimeInput':
        this.takeRealtime(requireObject(frame.realtimeInput, 'realtimeInput'))
        return
      case 'toolResponse':
        this.takeResponses(requireObject(frame.toolResponse, 'toolResponse'))
        return
      case 'contextUpdate':
        this.port.changeContext(checkContextUpdate(requireObject(frame.contextUpdate, 'context_update'), this.setup.rules))
        return
      default:
        throw unknownField(key, '')
    }
  }

  private takeContent(content: JsonObject): void {
    if (!this.setup.mayContinueWithContent) throw invalidArgument('clientContent needs historyConfig with this model.')
    if (content.turns !== undefined) {
      const turns = checkContents(content.turns, 'clientContent.turns')
      for (const { inlineData } of turns.flatMap(({ parts }) => objectsOf(parts)))
        if (inlineData !== undefined) checkInlineData(inlineData, 'clientContent.turns.parts.inlineData', /^image\//)
    }
    if (content.turnComplete !== true) return
    if (!this.awaitsHistory) this.hearText(lastText(content.turns))
    this.awaitsHistory = false
  }

  private takeRealtime(realtime: JsonObject): void {
    const input = checkRealtimeInput(realtime)
    const { manualActivity } = this.setup
    switch (input.kind) {
      case 'audio':
        this.takeAudio(input.pcm)
        return
      case 'text':
        this.hearText(input.text)
        return
      case 'video':
        this.video.add(this.context.clock.now())
        return
      case 'activity-start':
        if (!manualActivity) throw activityNotAllowed()
        if (this.speech.open) throw invalidArgument('activityStart came twice without activityEnd.')
        this.apply(this.speech.begin())
        return
      case 'activity-end':
        if (!manualActivity) throw activityNotAllowed()
        if (!this.speech.open) throw invalidArgument('activityEnd came without activityStart.')
        this.apply(this.speech.end())
        return
      case 'audio-stream-end':
        if (manualActivity) throw invalidArgument('audioStreamEnd needs automatic activity detection.')
        this.apply(this.speech.end())
        return
    }
  }

  private takeAudio(pcm: Buffer): void {
    const { journal, calls } = this.context
    journal.addAudio(pcm)
    if (calls.blockingCall() !== undefined) {
      throw new ClientViolation(1008, 'Operation is not implemented, or supported, or enabled.')
    }
    if (!this.setup.manualActivity) {
      this.apply(this.speech.addUnmarked(pcm))
      return
    }
    if (!this.speech.open) throw invalidArgument('Audio outside activityStart and activityEnd.')
    this.speech.addMarked(pcm)
  }

  private takeResponses(toolResponse: JsonObject): void {
    const { calls, player } = this.context
    const place = 'toolResponse.functionResponses'
    const responses = requireItems(toolResponse.functionResponses, place).map((entry, index) =>
      checkFunctionResponse(entry, `${place}[${index}]`),
    )
    const settled = responses
      .map((response) => calls.answer(response, this.setup.rules.scheduling, this.port))
      .filter((call) => call !== null)
    // INTERRUPT interrupts the model, never the user
    const waits = this.speech.open && responses.some(({ scheduling }) => scheduling === 'INTERRUPT')
    if (waits) this.held = [...this.held, ...settled]
    else player.settle(settled)
  }

  /** The connection has ended: input held for it counts as said. */
  ended(): void {
    this.work?.timer.cancel()
    this.work = null
    this.releaseHeld()
  }

  private releaseHeld(): void {
    const { held } = this
    this.held = []
    if (held.length > 0) this.context.player.settle(held)
  }

  private hearText(text: string): void {
    const { player } = this.context
    if (!player.isHeardBy(this.port)) return
    this.beginInput()
    player.interrupt()
    this.hear({ kind: 'text', text })
  }

  /** The user gives new input: open blocking calls are cancelled if the model does that. */
  private beginInput(): void {
    const { player, calls } = this.context
    const ids = calls.blockingIds()
    if (ids.length === 0 || !(this.port.faults.inputCancelsBlocking() || this.setup.rules.inputCancelsBlocking)) return
    this.port.send({ toolCallCancellation: { ids } })
    player.endTurn()
  }

  private hear(input: UserInput): void {
    if (!this.port.hears()) return
    const interrupted = this.interruptWork()
    const delayMs = interrupted?.delayMs ?? this.port.faults.answersAfter()
    // what was said meanwhile is answered together with what it was said to
    if (delayMs === null) this.context.player.hear(input)
    else this.workOn(interrupted?.input ?? input, delayMs)
  }

  private workOn(input: UserInput, delayMs: number): void {
    const { player, clock, speed } = this.context
    const timer = clock.after(delayMs / speed, () => {
      this.work = null
      if (player.isHeardBy(this.port)) player.hear(input)
    })
    this.work = { input, delayMs, timer }
  }

  private interruptWork(): LiveInput['work'] {
    const { work } = this
    if (work === null) return null
    work.timer.cancel()
    this.work = null
    this.port.send({ serverContent: { interrupted: true } })
    this.port.send({ serverContent: { turnComplete: true } })
    return work
  }

  private apply(events: readonly SpeechEvent[]): void {
    const { player } = this.context
    if (!player.isHeardBy(this.port)) return
    for (const event of events) {
      if (event.kind === 'ended') {
        this.releaseHeld()
        this.hear({ kind: 'speech', milliseconds: event.milliseconds })
      } else {
        this.beginInput()
        if (!this.setup.noInterruption) player.interrupt()
      }
    }
  }
}

/** The text of the last of these turns. */
function lastText(turns: JsonValue | undefined): string {
  const last = isJsonList(turns) ? turns.at(-1) : undefined
  const parts = isJsonObject(last) && isJsonList(last.parts) ? last.parts : []
  return parts.map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

function activityNotAllowed(): ClientViolation {
  return new ClientViolation(1007, 'Explicit activity control is not supported when automatic activity detection is enabled.')
}
