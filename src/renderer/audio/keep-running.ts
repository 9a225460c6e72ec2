import type { Clock, Timer } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'

const RETRY_MS = { first: 250, max: 30_000 }
const GESTURES = ['pointerdown', 'keydown'] as const

/** Guard of a context that should run. */
export interface RunningContext {
  /** Is there sound to be played? Only then a context that stands still is a trouble. */
  want(wanted: boolean): void
  stop(): void
}

/**
 * Resumes a context that stopped by itself (device lost, no gesture yet): at once, at every touch of the page, and with
 * pauses growing from 250 ms to 30 s while sound is wanted. A resumed context goes on where it stood, with its queue.
 * `onBlocked` hears when the first tries did not help, and when it runs again.
 */
export function keepRunning(context: AudioContext, clock: Clock, onBlocked: (blocked: boolean) => void): RunningContext {
  let wanted = false
  let retry: Timer | null = null
  let pauseMs = RETRY_MS.first

  const tell = onChange<boolean>(false, onBlocked)

  function resume(): void {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => {})
  }

  function look(): void {
    if (context.state === 'running' || context.state === 'closed') {
      retry?.cancel()
      retry = null
      pauseMs = RETRY_MS.first
      tell(false)
      return
    }
    if (!wanted || retry) return
    resume()
    retry = clock.after(pauseMs, () => {
      retry = null
      tell(wanted && context.state !== 'running')
      look()
    })
    pauseMs = Math.min(RETRY_MS.max, pauseMs * 2)
  }

  context.addEventListener('statechange', look)
  context.addEventListener('error', look)
  for (const gesture of GESTURES) window.addEventListener(gesture, resume, { capture: true })

  return {
    want(next) {
      wanted = next
      look()
    },
    stop() {
      retry?.cancel()
      context.removeEventListener('statechange', look)
      context.removeEventListener('error', look)
      for (const gesture of GESTURES) window.removeEventListener(gesture, resume, { capture: true })
    },
  }
}
