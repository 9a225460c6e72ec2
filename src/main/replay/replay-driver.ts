import type { Approval, Decision } from '../../shared/approvals/approval'
import type { Expectation, Fixture } from '../../shared/fixtures/fixture'
import { firstLanguage } from '../../shared/i18n/languages'
import { decodeBase64 } from '../../shared/lib/base64'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { Conversation } from '../conversations/conversation-types'
import type { RecordedResults } from './recorded-results'

/**
 * How questions are answered in a run of its own, over a folder of its own (`parley replay`): as they were when it was recorded
 * (what was not asked then is denied), all with yes, all with no.
 */
export type ReplayAnswers = 'recorded' | 'all' | 'none'

/**
 * The same; `user`: whoever watches answers them; `sealed`: there are none, because its calls end as they were recorded, without
 * the queue, the rules and the tools.
 */
export type WatchedAnswers = ReplayAnswers | 'user' | 'sealed'

/** What the pilot needs. */
export interface ReplayDriverOptions {
  readonly fixture: Fixture
  readonly firstTurn: number
  readonly answers: WatchedAnswers
  readonly conversation: Pick<Conversation, 'status' | 'prepareSpeech' | 'beginSpeech' | 'audio' | 'endSpeech' | 'sendText' | 'played'>
  readonly results: RecordedResults
  readonly clock: Clock
  /** All that the service has sent was taken in. */
  caughtUp(): boolean
  soundingTurn(): string | null
  /** ms until so many samples of the answer that sounds were heard */
  untilHeard(samples: number): number
  openApprovals(): readonly Approval[]
  decide(decision: Decision): void
  /** The calls that wait for their recorded ends get them. */
  release(): void
  /** ms that a watcher should get between one turn and the next */
  pauseMs(): number
  onDone(): void
}

/** Plays the user of a recording. */
export interface ReplayDriver {
  /** Says the first words. */
  begin(): void
  /** The recording waits for this now; null: it is at its end. */
  waits(expectation: Expectation | null): void
  /** Something has happened: what had to be waited for may be there. */
  look(): void
  stop(): void
}

type UserTurn = Extract<Expectation, { kind: 'audio' | 'text' }>

const PIECE_BYTES = 640
const SILENT_PIECE = new Uint8Array(PIECE_BYTES)
const PIECE_MS = 20

/** Makes the pilot of one run. It does what the user did as soon as everything before it has been taken in. */
export function createReplayDriver(options: ReplayDriverOptions): ReplayDriver {
  const { conversation, fixture, answers } = options
  const turns = ownTurns(fixture)
  const taken = new Set<Expectation>()
  const decided = new Set<string>()
  let waiting: Expectation | null | undefined
  let timer: Timer | null = null
  let over = false

  function take(turn: UserTurn): void {
    taken.add(turn)
    if (turn.kind === 'text' && (turn.words ?? '') !== '') conversation.sendText(turn.words ?? '')
    else if (turn.kind === 'text') conversation.sendText(fixture.prompt[fixture.language ?? firstLanguage] ?? fixture.prompt.en)
    else speak(turn)
  }

  function speak({ minimumMs, sound }: Extract<UserTurn, { kind: 'audio' }>): void {
    conversation.prepareSpeech()
    conversation.beginSpeech()
    if (sound !== undefined && 'data' in sound) {
      const pcm = decodeBase64(sound.data)
      for (let at = 0; at < pcm.byteLength; at += PIECE_BYTES) conversation.audio(pcm.slice(at, at + PIECE_BYTES))
    } else {
      for (let spoken = 0; spoken < minimumMs + PIECE_MS; spoken += PIECE_MS) conversation.audio(SILENT_PIECE)
    }
    conversation.endSpeech()
  }

  function decide(): void {
    if (answers === 'user' || answers === 'sealed') return
    for (const { approvalId, inputHash, toolName, input } of options.openApprovals()) {
      if (decided.has(approvalId)) continue
      decided.add(approvalId)
      const was = answers === 'recorded' ? options.results.decision(toolName, input) : answers === 'all' ? 'approved' : 'denied'
      options.decide({ approvalId, inputHash, approved: was === 'approved' })
    }
  }

  function takeWhenQuiet(turn: UserTurn): void {
    const { activity } = conversation.status()
    if (turn.cutsIn?.stops === true) {
      timer ??= options.clock.after(options.untilHeard(turn.cutsIn.heardSamples), () => cutIn(turn))
      return
    }
    if (turn.cutsIn !== undefined) hearAsRecorded(turn.cutsIn)
    else if (turns.get(turn) === 'answered' && activity !== 'idle' && activity !== 'waiting') return
    timer ??= options.clock.after(taken.size === 0 ? 0 : options.pauseMs(), () => {
      timer = null
      if (over || taken.has(turn)) return
      take(turn)
    })
  }

  function hearAsRecorded({ heardSamples }: NonNullable<UserTurn['cutsIn']>): void {
    const sounding = options.soundingTurn()
    if (sounding !== null) conversation.played(sounding, heardSamples, false)
  }

  function cutIn(turn: UserTurn): void {
    timer = null
    if (over || taken.has(turn) || turn.cutsIn === undefined) return
    hearAsRecorded(turn.cutsIn)
    take(turn)
  }

  function look(): void {
    if (over || waiting === undefined || !options.caughtUp()) return
    if (waiting === null) {
      if (conversation.status().activity !== 'idle') return
      over = true
      options.onDone()
      return
    }
    switch (waiting.kind) {
      case 'tool-response':
        options.release()
        decide()
        break
      case 'audio':
      case 'text':
        if (waiting.again !== true && !taken.has(waiting)) takeWhenQuiet(waiting)
        break
      case 'setup':
        break
    }
  }

  return {
    begin() {
      const first = [...turns.keys()][options.firstTurn]
      if (first === undefined) {
        over = true
        options.onDone()
      } else take(first)
    },
    waits(expectation) {
      waiting = expectation
      look()
    },
    look,
    stop() {
      over = true
      timer?.cancel()
    },
  }
}

/** The user's own turns, and whether the one before was answered to its end by then. */
export function ownTurns(fixture: Fixture): ReadonlyMap<UserTurn, 'answered' | 'open'> {
  const turns = new Map<UserTurn, 'answered' | 'open'>()
  let answered = true
  const walk = (steps: Fixture['steps']): void => {
    for (const step of steps) {
      if (step.kind === 'branch') for (const section of step.sections) walk(section.steps)
      else if (step.kind === 'send') answered ||= completes(step.frame)
      else if (
        step.kind === 'expect' &&
        (step.expectation.kind === 'audio' || step.expectation.kind === 'text') &&
        step.expectation.again !== true
      ) {
        turns.set(step.expectation, answered ? 'answered' : 'open')
        answered = false
      }
    }
  }
  walk(fixture.steps)
  return turns
}

function completes({ serverContent, candidates }: Record<string, unknown>): boolean {
  if (Array.isArray(candidates)) return JSON.stringify(candidates).includes('"finishReason"')
  return typeof serverContent === 'object' && serverContent !== null && 'turnComplete' in serverContent
}
