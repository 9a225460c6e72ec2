import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { lazily } from './use-loaded'

/** A part of the page that is not in its initial chunks. */
export interface WhenWanted<Props> {
  (props: Props): ReactNode
  /** Loads the part before it is rendered. Never rejects: a failed load is tried again, and reported, at render. */
  load(): Promise<unknown>
}

/** Placeholders of a part. */
export interface Placeholders<Props> {
  /** while it is loading; nothing if absent */
  readonly waiting?: ComponentType<Props>
  /** if it could not be loaded; `onAgain` loads it again */
  readonly failed: ComponentType<{ onAgain(): void }>
}

/**
 * Wraps a component whose chunk is loaded when it is first rendered, or before with `load`. A loaded one is rendered at
 * once.
 */
export function whenWanted<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  standing: Placeholders<Props>,
): WhenWanted<Props> {
  const lazy = lazily(async () => ({ Part: await read() }))
  const { failed: Failed, waiting: Waiting } = standing

  // biome-ignore lint/correctness/noComponentHookFactories: parts are created once, at the top of a module
  function Wanted(props: Props): ReactNode {
    const [failed, setFailed] = useState(false)
    const [, setLoads] = useState(0)
    const part = lazy.current()
    const load = useCallback(async () => {
      setFailed(false)
      const loaded = await lazy.load()
      if (loaded === null) setFailed(true)
      else setLoads((count) => count + 1)
    }, [])
    useEffect(() => {
      if (lazy.current() === null) void load()
      // it was loaded between the render and now
      else if (part === null) setLoads((count) => count + 1)
    }, [load, part])
    if (part !== null) return <part.Part {...props} />
    if (failed) return <Failed onAgain={() => void load()} />
    return Waiting !== undefined && <Waiting {...props} />
  }
  return Object.assign(Wanted, { load: lazy.load })
}
