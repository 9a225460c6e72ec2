import { useEffect, useState } from 'react'
import { useServices } from '../state/context'

/** The time, renewed every `intervalMs` while `running`; nothing ticks otherwise. */
export function useNow(intervalMs: number, running: boolean): number {
  const { now } = useServices()
  const [time, setTime] = useState(now)
  useEffect(() => {
    setTime(now())
    if (!running) return
    const timer = setInterval(() => setTime(now()), intervalMs)
    return () => clearInterval(timer)
  }, [now, intervalMs, running])
  return time
}
