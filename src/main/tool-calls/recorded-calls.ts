import type { ToolRunnerOptions } from './tool-runner'

type Recorded = NonNullable<ToolRunnerOptions['recorded']>

/** How calls ended when they were recorded; nothing is recorded until somebody answers for it. */
export interface RecordedCalls {
  readonly find: Recorded
  /** Asks `answer` from now on. */
  answeredBy(answer: Recorded): void
}

/** Makes one that knows of no recording. */
export function createRecordedCalls(): RecordedCalls {
  let ask: Recorded | null = null
  return {
    find: (call) => ask?.(call) ?? null,
    answeredBy(answer) {
      ask = answer
    },
  }
}
