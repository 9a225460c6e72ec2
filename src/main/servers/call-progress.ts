import type { CallProgress } from '../../shared/ipc/tool-server-calls'
import type { Clock, Timer } from '../../shared/lib/clock'
import { visibleBeginning } from '../../shared/text/visible-beginning'

/** The least ms between two reports of a call, and the most characters of a server's words about it. */
export const progressPause = 250
const LONGEST_WORDS = 200

/** How far a call is, as its server says (MCP `notifications/progress`). */
export interface ServerProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** Reports how far a call is, the latest at most every quarter of a second, until `end`. */
export function createCallProgress(toolCallId: string, clock: Clock, report: (progress: CallProgress) => void) {
  let latest: ServerProgress | null = null
  let timer: Timer | null = null

  function flush(): void {
    timer = null
    if (latest === null) return
    const { progress, total, message } = latest
    latest = null
    timer = clock.after(progressPause, flush)
    const words = message === undefined ? null : visibleBeginning(message, LONGEST_WORDS)
    report({ toolCallId, done: progress, total: total ?? null, message: words })
  }

  return {
    take(progress: ServerProgress): void {
      latest = progress
      if (timer === null) flush()
    },
    end: (): void => timer?.cancel(),
  }
}
