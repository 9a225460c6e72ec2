import type { JsonObject } from '../../shared/lib/json'
import type { CallJudgeOptions } from './policy/policy-decision'
import type { ToolRunnerOptions } from './tool-runner'

/** How a call ended when it was recorded. */
export type RecordedResult = { readonly output: JsonObject } | { readonly errorText: string }

/** What recordings say about calls. */
export interface Replays {
  /** How a call ended when it was recorded. */
  readonly recorded: NonNullable<ToolRunnerOptions['recorded']>
  /** Calls that end as they were recorded, and those that no rule lets run. */
  readonly played: NonNullable<CallJudgeOptions['played']>
  readonly isFromFile: NonNullable<CallJudgeOptions['isFromFile']>
}

/** The same, with nothing to say until somebody answers for it. */
export interface RecordedCalls extends Replays {
  /** Asks `replays` from now on. */
  answeredBy(replays: Replays): void
}

/** Makes one that knows of no recording. */
export function createRecordedCalls(): RecordedCalls {
  let asked: Replays | null = null
  return {
    recorded: (call) => asked?.recorded(call) ?? null,
    played: (call) => asked?.played(call) ?? null,
    isFromFile: (conversationId) => asked?.isFromFile(conversationId) ?? false,
    answeredBy(replays) {
      asked = replays
    },
  }
}
