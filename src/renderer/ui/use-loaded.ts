import { useEffect, useState } from 'react'

/** A value that is loaded at its first use. */
export interface Lazy<Value> {
  /** The loaded value, or null until then. */
  current(): Value | null
  load(): Promise<Value | null>
}

/** Creates it; a failed load is tried again at the next use. */
export function lazily<Value>(read: () => Promise<Value>): Lazy<Value> {
  let value: Value | null = null
  let reading: Promise<Value | null> | null = null
  return {
    current: () => value,
    load() {
      reading ??= read().then(
        (loaded) => {
          value = loaded
          return loaded
        },
        () => {
          reading = null
          return null
        },
      )
      return reading
    },
  }
}

/** The value once it is loaded; null until then, and if `lazy` is null. */
export function useLoaded<Value>(lazy: Lazy<Value> | null): Value | null {
  const [, setLoads] = useState(0)
  const value = lazy?.current() ?? null
  useEffect(() => {
    if (lazy === null || lazy.current() !== null) return
    let wanted = true
    void lazy.load().then((loaded) => {
      if (wanted && loaded !== null) setLoads((count) => count + 1)
    })
    return () => {
      wanted = false
    }
  }, [lazy])
  return value
}
