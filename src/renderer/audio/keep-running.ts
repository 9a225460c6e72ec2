import type { Clock, Timer } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { createContextRest } from './context-rest'

const RETRY_MS = { first: 250, max: 30_000 }
const GESTURES = ['pointerdown', 'keydown'] as const
/** The next answer, or the next part of one, mostly comes within it. */
const REST_MS = 10_000

/** Guard of a context that should run. */
export interface RunningContext {
  /** Is there sound to be played? Only then a context that stands still is a trouble. */
  want(wanted: boolean): void
  /** Is sound about to come? The context runs by then, so that nothing of it comes late. */
  expect(expected: boolean): void
  stop(): void
}

/** The part of an audio context that is kept running. */
export type ResumableContext = Pick<AudioContext, 'state' | 'resume' | 'suspend' | 'addEventListener' | 'removeEventListener'>

/**
 * Resumes a context that stopped by itself (device lost, no gesture yet): at once, at every touch of the page, and with
 * pauses growing from 250 ms to 30 s while sound is wanted. A resumed context goes on where it stood, with its queue.
 * `onBlocked` hears when the first tries did not help, and when it runs again. Once no sound was wanted or expected for
 * 10 s the context is put to rest; a touch does not wake that one.
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

  const tell = onChange<boolean>(false, onBlocked)

  function resume(): void {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => {})
  }

  function touched(): void {
    if (!rest.resting) resume()
  }

  /** What is needed is resumed even while it says that it runs: being put to rest may not have come through yet. */
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
