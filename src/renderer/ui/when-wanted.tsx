import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { lazily } from './use-loaded'

/** A part of the page that is not in its first scripts. */
export interface WhenWanted<Props> {
  (props: Props): ReactNode
  /** Reads the part before it is drawn. Never rejects: what could not be read is read again, and told, where it is drawn. */
  load(): Promise<unknown>
}

/** What stands in the place of a part. */
export interface Placeholders<Props> {
  /** while it is read; nothing where there is none */
  readonly waiting?: ComponentType<Props>
  /** where it could not be read; `onAgain` reads it once more */
  readonly failed: ComponentType<{ onAgain(): void }>
}

/** Makes a component of one whose script is read when it is first drawn, or before by `load`. Once it was read it is drawn at once. */
export function whenWanted<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  standing: Placeholders<Props>,
): WhenWanted<Props> {
  const lazy = lazily(async () => ({ Part: await read() }))
  const { failed: Failed, waiting: Waiting } = standing

  // biome-ignore lint/correctness/noComponentHookFactories: parts are made once, at the top of a module
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
      // it was read between the drawing and now
      else if (part === null) setLoads((count) => count + 1)
    }, [load, part])
    if (part !== null) return <part.Part {...props} />
    if (failed) return <Failed onAgain={() => void load()} />
    return Waiting !== undefined && <Waiting {...props} />
  }
  return Object.assign(Wanted, { load: lazy.load })
}
