import type { SessionState } from '../../shared/ipc/schemas'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import { fieldsOf, isFields } from '../../shared/protocol/gemini'
import type { OpenCall } from '../../shared/protocol/open-call'
import { toolResponseFor } from '../../shared/tools/tool-response'
import { type FrameFacts, frameFacts } from '../models/live/frame-facts'
import type { LiveSession } from '../models/live/live-session'
import type { ToolAnswer } from '../models/live/outbox'
import type { TextEnd } from '../models/text/text-session-options'
import type { StatusTracker } from './conversation-status'
import type { ToolCallCoordinator } from './tool-call-coordinator'
import type { LateCounts, UsageTotals } from './usage-totals'

/** Discards the model's output after the user stopped that answer or withdrew the input. */
export interface Discard {
  /** `stopped`: the user's input stays valid. `taken-back`: it does not, and is not repeated to another connection. */
  begin(why: 'stopped' | 'taken-back'): void
  /** Processes every frame. `shown`: the frame is wanted; otherwise returns the frames to show in its place. */
  hear(frame: unknown, facts: Pick<FrameFacts, 'answers' | 'turnComplete'>): 'shown' | readonly object[]
  /** The user gave more input. An answer that had not begun is no longer expected; one that had is interrupted. */
  saidMore(): void
  /** The rest of the answer is lost with its connection. */
  connectionLost(): void
  /** The same input is sent to another connection, which will answer it again. */
  wordsRepeated(): void
  end(): void
}

/** Closes an answer that was shown in part. */
const CUT_SHORT = { serverContent: { interrupted: true, turnComplete: true } }

export function createDiscard(): Discard {
  let on = false
  let wasOn = false
  let wordsStand = true
  let answering = false
  let onlyThisAnswer = false
  const end = (): void => {
    on = false
    wasOn = false
    wordsStand = true
    answering = false
    onlyThisAnswer = false
  }

  return {
    begin(why) {
      on = true
      wordsStand &&= why === 'stopped'
    },
    hear(frame, { answers, turnComplete }) {
      const instead = [...wordsOfUser(frame), ...countsIn(frame), ...(turnComplete ? [CUT_SHORT] : [])]
      const fate = on ? instead : 'shown'
      if (turnComplete) end()
      else answering ||= answers
      return fate
    },
    saidMore() {
      if (!answering) end()
      else onlyThisAnswer = true
    },
    connectionLost() {
      // withdrawn input is not repeated, and input given since must be answered
      wasOn = (wasOn || (on && wordsStand)) && !onlyThisAnswer
      onlyThisAnswer = false
      on = false
      answering = false
    },
    wordsRepeated() {
      on = wasOn
    },
    end,
  }
}

function wordsOfUser(frame: unknown): readonly object[] {
  const content = isFields(frame) ? fieldsOf(frame, 'serverContent') : undefined
  const heard = content === undefined ? undefined : fieldsOf(content, 'inputTranscription')
  return heard === undefined ? [] : [{ serverContent: { inputTranscription: heard } }]
}

/** What the answer took so far: it costs the same if the user does not want it. */
function countsIn(frame: unknown): readonly object[] {
  const counts = isFields(frame) ? fieldsOf(frame, 'usageMetadata') : undefined
  return counts === undefined ? [] : [{ usageMetadata: counts }]
}

/** Tracks changes among the open calls of a conversation. */
export interface CallTracker {
  /** Takes the calls that are open now; returns the new ones and the ids of those no longer open. */
  seen(calls: readonly OpenCall[]): { readonly opened: readonly OpenCall[]; readonly gone: readonly string[] }
}

/** Creates a tracker without calls. */
export function createCallTracker(): CallTracker {
  let known: ReadonlySet<string> = new Set()
  return {
    seen(calls) {
      const now = new Set(calls.map(({ toolCallId }) => toolCallId))
      const opened = calls.filter(({ toolCallId }) => !known.has(toolCallId))
      const gone = [...known].filter((toolCallId) => !now.has(toolCallId))
      known = now
      return { opened, gone }
    },
  }
}

/** Dependencies of a text answer. */
interface TextAnswerOptions {
  push(input: ConverterInput): void
  /** Open calls of the whole conversation. */
  calls(): readonly OpenCall[]
  currentTurnId(): string | null
  /** All calls of the answer have arrived: they are now asked about together, or run. */
  takeCalls(): void
  /** Nothing more follows in this turn. */
  turnEnded(): void
}

/** Writes a text model's output into the thread. */
interface TextAnswer {
  chunk(chunk: object): void
  end(how: TextEnd): void
}

const NOT_RUN = 'The answer ended before this call could be run.'

/** Calls run only after the model has ended its step; those of an answer that broke off never run. */
export function createTextAnswer({ push, calls, currentTurnId, takeCalls, turnEnded }: TextAnswerOptions): TextAnswer {
  function withdrawCalls(): void {
    const turnId = currentTurnId()
    for (const call of calls()) {
      if (call.turnId === turnId)
        push({ type: 'call-settled', toolCallId: call.toolCallId, outcome: { kind: 'withdrawn', reason: NOT_RUN } })
    }
  }

  return {
    chunk: (chunk) => push({ type: 'text', chunk }),
    end(how) {
      push({ type: 'request-ended', broken: how === 'cut' })
      if (how === 'calls') {
        takeCalls()
        return
      }
      withdrawCalls()
      if (how === 'stopped') push({ type: 'interrupted' })
      push({ type: 'end' })
      turnEnded()
    },
  }
}

/**
 * Answers to the calls of a frame that belongs to a stopped answer. None is run, but each is answered, because a model that waits for
 * one would wait forever.
 */
function takenBack({ calls }: FrameFacts): readonly ToolAnswer[] {
  const response = toolResponseFor({ kind: 'withdrawn', reason: 'the user stopped this answer' })
  return calls.map(({ id, name }) => ({ modelCallId: id, name, response }))
}

/** Whether a silent model was asked again: an answer interrupted by that does not end its turn. */
export function isAskedAgain(state: SessionState): boolean {
  return state.phase === 'ready' && state.stalledAt !== undefined
}

/** Whether the server ends a turn or cancels its calls and owes no further answer, even if nothing was heard or said. */
function nothingOwed(facts: FrameFacts, session: Pick<LiveSession, 'owesAnswer'>, openCalls: number): boolean {
  const { turnComplete, status, waitsForInput, cancelledIds } = facts
  const ends = (turnComplete && status !== 'working') || cancelledIds.length > 0
  return waitsForInput || (ends && openCalls === 0 && !session.owesAnswer())
}

/** Dependencies of the model output. */
export interface ModelOutputOptions {
  readonly converter: Pick<Converter, 'calls' | 'currentTurnId'>
  readonly discard: Discard
  readonly coordinator: ToolCallCoordinator
  readonly calls: CallTracker
  readonly usage: UsageTotals
  readonly status: StatusTracker
  push(input: ConverterInput): void
  endSound(turnId: string | null): void
  session(): Pick<LiveSession, 'sendToolResponses' | 'owesAnswer'>
  countApprovals(): void
  /** Completes the counts of an answer that is stored already. */
  countedLate(counts: LateCounts): void
}

/** Writes the models' output into the thread, and passes their calls to the coordinator. */
export interface ModelOutput extends TextAnswer {
  /** One message of a Live model. */
  frame(frame: unknown): void
  /** What a text model's answer took that the user stopped. */
  counts(chunk: object): void
  /** Another model is active: the previous one's output has ended. */
  switched(): void
}

export function createModelOutput(options: ModelOutputOptions): ModelOutput {
  const { converter, discard, coordinator, calls, usage, status, push } = options

  function takeCalls(): void {
    const { opened, gone } = calls.seen(converter.calls())
    // most frames carry sound alone: none of them asks the database
    if (opened.length === 0 && gone.length === 0) return
    coordinator.cancelled(gone)
    coordinator.open(opened)
    calls.seen(converter.calls())
    options.countApprovals()
  }

  function countLate(frame: unknown): void {
    const late = usage.received(frame)
    if (late !== null) options.countedLate(late)
  }

  return {
    frame(frame) {
      const facts = frameFacts(frame)
      const fate = discard.hear(frame, facts)
      if (fate !== 'shown') {
        for (const instead of fate) push({ type: 'live', frame: instead })
        countLate(frame)
        for (const answer of takenBack(facts)) options.session().sendToolResponses([answer])
        return
      }
      push({ type: 'live', frame })
      countLate(frame)
      if (facts.generated) options.endSound(converter.currentTurnId())
      if (nothingOwed(facts, options.session(), converter.calls().length)) status.turnEnded()
      if (facts.waitsForInput) status.awaitsSpeech()
      takeCalls()
    },
    counts(chunk) {
      push({ type: 'text', chunk })
      countLate(chunk)
    },
    switched() {
      discard.end()
      push({ type: 'end', forgets: true })
    },
    ...createTextAnswer({
      push,
      calls: converter.calls,
      currentTurnId: converter.currentTurnId,
      takeCalls,
      turnEnded() {
        // calls that must not run are settled by now
        calls.seen(converter.calls())
        status.turnEnded()
      },
    }),
  }
}
