import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { OpenCall } from '../../shared/protocol/open-call'
import type { TextEnd } from '../models/text/text-session-types'

/** What the answer of a text model is told to. */
export interface TextAnswerOptions {
  push(input: ConverterInput): void
  /** Calls without an answer, of the whole conversation. */
  calls(): readonly OpenCall[]
  currentTurnId(): string | null
  /** All calls of the answer are there: now they are asked about together, or run. */
  takeCalls(): void
  /** Nothing more comes in this turn. */
  turnEnded(): void
}

/** Brings what a text model says into the thread. */
export interface TextAnswer {
  chunk(chunk: object): void
  end(how: TextEnd): void
}

const NOT_RUN = 'The answer ended before this call could be run.'

/** Calls are run only when the model has ended its step with them; those of an answer that broke off are never run. */
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
      push({ type: 'request-ended' })
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
