import type { Clock } from '../../shared/lib/clock'
import { type Told, tell } from '../../shared/told/tell'
import { ToolError } from './tools/main-tool'

/** The app ends while a program outside runs the call: it may end it later, and the next start of the app takes that up. */
export class LeftOutside extends Error {
  override readonly name = 'LeftOutside'
}

/**
 * Runs `work` until it ends, `timeoutMs` have passed, or `outer` aborts: in the last two cases the signal that `work` got
 * aborts, and the promise rejects at once with a `ToolError` that says which it was (`late`: the words for the first of them),
 * or with the `LeftOutside` that `outer` was aborted with.
 */
export async function withDeadline<Value>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
  late: Told | undefined = tell('too-slow', { seconds: timeoutMs / 1000 }),
): Promise<Value> {
  const controller = new AbortController()
  let reject: (reason: Error) => void = () => {}
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped
  })
  function stop(reason: Error): void {
    controller.abort(reason)
    reject(reason)
  }
  const timer = clock.after(timeoutMs, () => stop(new ToolError(late)))
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
function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof ToolError || reason instanceof LeftOutside ? reason : new ToolError(tell('taken-back-and-stopped'))
}
