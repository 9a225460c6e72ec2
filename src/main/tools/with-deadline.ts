import type { Clock } from '../../shared/lib/clock'
import { type Told, tell } from '../../shared/told/tell'
import { ToolError } from './main-tool'

/**
 * Runs `work` until it ends, `timeoutMs` have passed, or `outer` aborts: in the last two cases the signal that `work` got
 * aborts, and the promise rejects at once with a `ToolError` that says which it was.
 */
export async function withDeadline<Value>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  let reject: (reason: ToolError) => void = () => {}
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped
  })
  function stop(told: Told): void {
    const reason = new ToolError(told)
    controller.abort(reason)
    reject(reason)
  }
  const timer = clock.after(timeoutMs, () => stop(tell('too-slow', { seconds: timeoutMs / 1000 })))
  const takenBack = () => stop(reasonOf(outer))
  outer?.addEventListener('abort', takenBack, { once: true })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    timer.cancel()
    outer?.removeEventListener('abort', takenBack)
  }
}

/** Why a run is ended: what the signal carries, or that the call was taken back. */
function reasonOf(signal: AbortSignal | undefined): Told {
  const reason: unknown = signal?.reason
  return reason instanceof ToolError ? reason.told : tell('taken-back-and-stopped')
}
