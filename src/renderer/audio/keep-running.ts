import type { Clock, Timer } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { createContextRest } from './context-rest'

const RETRY_MS = { first: 250, max: 30_000 }
const GESTURES = ['pointerdown', 'keydown'] as const
/** The next answer, or the next part of one, usually comes within this time. */
const REST_MS = 10_000

/** Keeps a context running. */
export interface RunningContext {
  /** Sets whether there is sound to play. Only then a suspended context is a problem. */
  want(wanted: boolean): void
  /** Sets whether sound is about to come. The context then already runs, so that no sound is late. */
  expect(expected: boolean): void
  stop(): void
}

/** The part of an audio context that is kept running. */
export type ResumableContext = Pick<AudioContext, 'state' | 'resume' | 'suspend' | 'addEventListener' | 'removeEventListener'>

/**
 * Resumes a context that stopped by itself (device lost, no gesture yet): at once, at every user gesture, and with
 * pauses growing from 250 ms to 30 s while sound is wanted. A resumed context continues with its queue. `onBlocked` is
 * called when the first attempts fail, and when it runs again. After 10 s without wanted or expected sound the context
 * is suspended; a gesture does not resume it then.
 */
export function keepRunning(
  context: ResumableContext,
  clock: Clock,
  onBlocked: (blocked: boolean) => void,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
): RunningContext {
  const rest = createContextRest(context, clock, REST_MS)
  let wanted = false
  let expected = false
  let retry: Timer | null = null
  let pauseMs = RETRY_MS.first

  const report = onChange<boolean>(false, onBlocked)

  function resume(): void {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => {})
  }

  function touched(): void {
    if (!rest.resting) resume()
  }

  /** A needed context is resumed even if it reports that it runs: the suspension may not have taken effect yet. */
  function settle(): void {
    if (rest.need(wanted || expected) && (wanted || expected)) void context.resume().catch(() => {})
    else if (expected) resume()
    look()
  }

  function look(): void {
    if (context.state === 'running' || context.state === 'closed') {
      retry?.cancel()
      retry = null
      pauseMs = RETRY_MS.first
      report(false)
      return
    }
    if (!wanted || retry) return
    resume()
    retry = clock.after(pauseMs, () => {
      retry = null
      report(wanted && context.state !== 'running')
      look()
    })
    pauseMs = Math.min(RETRY_MS.max, pauseMs * 2)
  }

  context.addEventListener('statechange', look)
  context.addEventListener('error', look)
  for (const gesture of GESTURES) page.addEventListener(gesture, touched, { capture: true })

  return {
    want(next) {
      wanted = next
      settle()
    },
    expect(next) {
      expected = next
      settle()
    },
    stop() {
      rest.stop()
      retry?.cancel()
      context.removeEventListener('statechange', look)
      context.removeEventListener('error', look)
      for (const gesture of GESTURES) page.removeEventListener(gesture, touched, { capture: true })
    },
  }
}
