import { useEffect, useState } from 'react'

/** Something that is read from the disk when it is first needed. */
export interface Lazy<Value> {
  /** What was read, or null while it was not. */
  current(): Value | null
  load(): Promise<Value | null>
}

/** Makes it; a failed reading is tried again at the next need. */
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

/** The value once it is there; null until then, and where `lazy` is null. */
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
