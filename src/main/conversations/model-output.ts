import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import { frameFacts } from '../models/live/frame-facts'
import type { LiveSession } from '../models/live/live-session'
import type { CallTracker } from './call-tracker'
import type { StatusBoard } from './conversation-status'
import type { Discard } from './discard'
import { nothingOwed } from './nothing-owed'
import { takenBack } from './taken-back'
import { createTextAnswer, type TextAnswer } from './text-answer'
import type { CallDesk } from './tool-call-coordinator'
import type { UsageLedger } from './usage-totals'

/** What the models say is told to. */
export interface ModelOutputOptions {
  readonly converter: Pick<Converter, 'calls' | 'currentTurnId'>
  readonly discard: Discard
  readonly desk: CallDesk
  readonly calls: CallTracker
  readonly usage: UsageLedger
  readonly status: StatusBoard
  push(input: ConverterInput): void
  endSound(turnId: string | null): void
  session(): Pick<LiveSession, 'sendToolResponses' | 'owesAnswer'>
  countQuestions(): void
}

/** Brings what the models say into the thread, and their calls to the desk. */
export interface ModelOutput extends TextAnswer {
  /** One message of a Live model. */
  frame(frame: unknown): void
  /** Another model is on the line: the one before says nothing more. */
  switched(): void
}

export function createModelOutput(options: ModelOutputOptions): ModelOutput {
  const { converter, discard, desk, calls, usage, status, push } = options

  function takeCalls(): void {
    const { opened, gone } = calls.seen(converter.calls())
    desk.cancelled(gone)
    desk.open(opened)
    calls.seen(converter.calls())
    options.countQuestions()
  }

  return {
    frame(frame) {
      const facts = frameFacts(frame)
      const fate = discard.hear(frame, facts)
      if (fate !== 'shown') {
        for (const instead of fate) push({ type: 'live', frame: instead })
        for (const answer of takenBack(frame)) options.session().sendToolResponses([answer])
        return
      }
      push({ type: 'live', frame })
      if (usage.received(frame)) status.usage(usage)
      if (facts.generated) options.endSound(converter.currentTurnId())
      if (nothingOwed(facts, options.session(), converter.calls().length)) status.turnEnded()
      if (facts.waitsForInput) status.awaitsSpeech()
      takeCalls()
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
        // calls that are not to be run are settled by now
        calls.seen(converter.calls())
        status.turnEnded()
      },
    }),
  }
}
