import { useEffect, useState } from 'react'
import { useServices } from '../state/context'

/**
 * The current time, updated at whole intervals while `running`; there is no timer otherwise. All users of the same interval
 * show the same time.
 */
export function useNow(intervalMs: number, running: boolean): number {
  return useTick(useServices().now, intervalMs, running)
}

/** The same with this clock. */
export function useTick(now: () => number, intervalMs: number, running: boolean): number {
  const [time, setTime] = useState(() => startOf(now(), intervalMs))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = (): void => {
      const at = now()
      setTime(startOf(at, intervalMs))
      if (running) timer = setTimeout(tick, intervalMs - (at % intervalMs))
    }
    tick()
    return () => clearTimeout(timer)
  }, [now, intervalMs, running])
  return time
}

function startOf(at: number, intervalMs: number): number {
  return at - (at % intervalMs)
}
