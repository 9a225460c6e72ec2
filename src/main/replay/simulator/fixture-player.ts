import type { BranchName, Expectation, FixtureStep } from '../../../shared/fixtures/fixture'
import type { Timer } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'
import { BrokenOffAnswer } from './broken-off-answer'
import { cutInAt } from './cut-in-at'
import { FixturePosition } from './fixture-position'
import { satisfies } from './meets-expectation'
import { callIdInRound, completesTurn, frameInRound, frameOfTypedTurn, samplesOfModel } from './played-frame'
import type { PlayerPort, PlayerSettings, SettledCall, UserInput } from './player-types'

const EMPTY_TURN: JsonObject = { serverContent: { turnComplete: true } }

/**
 * Plays a recording to whoever is connected, and goes on when the client does what the recording expects. The place
 * belongs to the server, not to a connection: one that comes later goes on at the turn that was reached. A connection
 * lost in the middle of an answer hears that answer again once its cause is there again (the user's turn), or at once
 * (the answer to a call).
 */
export class FixturePlayer {
  private position: FixturePosition
  private checkpoint: FixturePosition
  private port: PlayerPort | null = null
  private timer: Timer | null = null
  private playing = false
  private dueAt = 0
  private turnCompleted = false
  private sentSamples = 0
  private typed = false
  private round = 1
  private callsForgotten = false
  private readonly brokenOff = new BrokenOffAnswer()
  private held: UserInput | null = null
  private readonly answers = new Map<string, BranchName>()

  private readonly steps: readonly FixtureStep[]
  private readonly settings: PlayerSettings

  constructor(steps: readonly FixtureStep[], settings: PlayerSettings) {
    this.steps = steps
    this.settings = settings
    this.position = new FixturePosition(steps).atTurn(settings.fromTurn ?? 0)
    this.checkpoint = this.position
  }

  /** From now on `port` receives the playback, and no one else. */
  attach(port: PlayerPort): void {
    if (this.port !== null) this.detach(this.port)
    this.port = port
    this.play()
  }

  detach(port: PlayerPort): void {
    if (this.port !== port) return
    this.port = null
    this.timer?.cancel()
    this.timer = null
    this.held = null
    if (this.playing && !this.turnCompleted) {
      this.brokenOff.keep()
      this.position = this.checkpoint
    }
    this.playing = false
  }

  isHeardBy(port: PlayerPort): boolean {
    return this.port === port
  }

  /** The user interrupts: the current answer ends here, and the recording continues at the user's next turn. */
  interrupt(): void {
    if (!this.playing) return
    this.timer?.cancel()
    this.timer = null
    this.playing = false
    if (!this.turnCompleted) {
      this.port?.send({ serverContent: { interrupted: true } })
      this.port?.send(EMPTY_TURN)
    }
    this.position = this.position.nextUserTurn()
    this.port?.paused()
  }

  /** The model abandons its turn, whatever it was doing: the turn is complete, and the recording continues at the user's next one. */
  endTurn(): void {
    this.timer?.cancel()
    this.timer = null
    this.playing = false
    this.position = this.position.nextUserTurn()
    if (!this.turnCompleted) this.port?.send(EMPTY_TURN)
    this.port?.paused()
  }

  /** A new session has begun: the model does not know calls that wait for a response. */
  forgetCalls(): void {
    this.callsForgotten = true
  }

  /** The user has spoken or typed. During an answer that speech does not interrupt, the input is queued. */
  hear(input: UserInput): void {
    if (this.playing) {
      this.held = input
      return
    }
    const rest = input.kind === 'text' ? this.brokenOff.restAfter(input.text ?? '') : null
    this.brokenOff.forget()
    if (rest !== null) {
      this.position = rest
      this.turnCompleted = false
      this.play()
      return
    }
    if (this.settings.observer?.understands?.(input) === false) {
      this.port?.send(EMPTY_TURN)
      this.port?.paused()
      return
    }
    if (this.position.step === undefined) this.startAgain()
    const { step } = this.position
    if (step?.kind === 'expect' && step.expectation.kind === 'tool-response') {
      if (this.callsForgotten) {
        this.callsForgotten = false
        this.position = this.position.nextUserTurn()
        this.hear(input)
      } else this.port?.paused()
      return
    }
    if (step?.kind !== 'expect' || !satisfies(input, step.expectation)) {
      this.port?.send(EMPTY_TURN)
      this.port?.paused()
      return
    }
    this.typed = input.kind === 'text'
    this.passExpectation()
  }

  /** Final responses arrived for calls, named by the ids under which they were sent. */
  settle(answers: readonly SettledCall[]): void {
    for (const { call, answer } of answers) this.answers.set(call, answer)
    if (!this.playing) this.play()
  }

  private startAgain(): void {
    if (!this.settings.repeat) return
    this.position = new FixturePosition(this.steps).nextUserTurn()
    this.round += 1
  }

  private passExpectation(): void {
    this.callsForgotten = false
    this.checkpoint = this.position
    this.position = this.position.next()
    this.dueAt = this.settings.clock.now()
    this.turnCompleted = false
    this.sentSamples = 0
    this.brokenOff.begin()
    this.play()
  }

  /** Continues until it must wait for the time of the next frame or for the client, or until the end. */
  private play(): void {
    if (this.port === null) return
    if (!this.playing) this.dueAt = this.settings.clock.now()
    this.playing = true
    for (let step = this.position.step; step !== undefined; step = this.position.step) {
      if (step.kind === 'send') {
        this.scheduleFrame(step.frame, step.afterMs)
        return
      }
      if (step.kind === 'branch') this.branch(step)
      else if (step.kind === 'close') {
        this.hangUp(step)
        return
      } else if (step.kind !== 'expect') {
        this.dueAt += step.afterMs / this.settings.speed
        this.position = this.position.next()
      } else if (this.isMet(step.expectation)) {
        this.checkpoint = this.position
        this.position = this.position.next()
        this.turnCompleted = false
        this.dueAt = this.settings.clock.now()
      } else {
        break
      }
    }
    this.pause()
  }

  private branch(step: Extract<FixtureStep, { kind: 'branch' }>): void {
    const answer = this.answers.get(callIdInRound(step.call, this.round))
    const before = this.position
    this.position = before.choose(answer)
    if (answer === undefined || step.sections.some(({ on }) => on === answer || on === 'other')) return
    this.settings.observer?.hasNoBranch(step.call, answer)
    // if nothing follows either, the model stays silent and its turn is over
    if (this.turnCompleted || !this.position.isAtUserTurn()) return
    this.turnCompleted = true
    this.port?.send(EMPTY_TURN)
  }

  private hangUp({ code, reason }: Extract<FixtureStep, { kind: 'close' }>): void {
    const { port } = this
    this.position = this.position.next()
    this.checkpoint = this.position
    this.playing = false
    this.port = null
    port?.hangUp?.(code, reason)
  }

  private pause(): void {
    this.playing = false
    this.port?.paused()
    const { held } = this
    this.held = null
    if (held !== null) this.hear(held)
    else this.settings.observer?.waits(this.position.step?.kind === 'expect' ? this.position.step.expectation : null)
  }

  private isMet(expectation: Expectation): boolean {
    if (expectation.kind === 'setup') return true
    return expectation.kind === 'tool-response' && this.answers.has(callIdInRound(expectation.call, this.round))
  }

  private scheduleFrame(frame: JsonObject, afterMs: number): void {
    this.dueAt += afterMs / this.settings.speed
    const wait = Math.max(0, this.dueAt - this.settings.clock.now())
    this.timer = this.settings.clock.after(wait, () => {
      this.timer = null
      this.position = this.position.next()
      this.brokenOff.sent(frame, this.position)
      this.sendFrame(frame)
      if (this.playing && !this.isCutShort()) this.play()
    })
  }

  /** Whether the recording's user interrupts here, although the answer continues for others. */
  private isCutShort(): boolean {
    const cutIn = this.turnCompleted ? null : cutInAt(this.position, this.sentSamples)
    return cutIn !== null && (this.settings.observer?.cutsIn?.(cutIn, () => this.goOn()) ?? false)
  }

  private goOn(): void {
    if (!this.playing || this.timer !== null) return
    this.dueAt = this.settings.clock.now()
    this.play()
  }

  private sendFrame(recorded: JsonObject): void {
    const frame = frameInRound(recorded, this.round)
    const heard = this.typed ? frameOfTypedTurn(frame) : frame
    if (heard === null) return
    if (completesTurn(heard)) this.turnCompleted = true
    this.sentSamples += samplesOfModel(heard)
    this.port?.send(heard)
  }
}
