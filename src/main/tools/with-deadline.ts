import type { Clock } from '../../shared/lib/clock'
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
  function stop(message: string): void {
    const reason = new ToolError(message)
    controller.abort(reason)
    reject(reason)
  }
  const timer = clock.after(timeoutMs, () => stop(`The tool did not end within ${timeoutMs / 1000} s and was stopped.`))
  const takenBack = () => stop(reasonOf(outer))
  outer?.addEventListener('abort', takenBack, { once: true })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    timer.cancel()
    outer?.removeEventListener('abort', takenBack)
  }
}

/** Why a run is ended: the words that the signal carries, or that the call was taken back. */
function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason
  return typeof reason === 'string' ? reason : 'The call was taken back while it ran, and was stopped.'
}
