import { useEffect, useState } from 'react'
import type { Result } from '../../shared/lib/result'

/** Where a small window has what it shows from. */
export interface ViewSource<View> {
  ask(): Promise<Result<View>>
  /** Hears of every change. Returns the way to stop. */
  follow(hear: (view: View) => void): () => void
}

/** What main shows in this small window, asked for once and followed from then on; null until the first answer. */
export function useView<View>(source: ViewSource<View>): View | null {
  const [view, setView] = useState<View | null>(null)
  useEffect(() => {
    const stop = source.follow(setView)
    // what main has sent of its own accord is newer than the answer
    void source.ask().then((reply) => {
      if (reply.ok) setView((known) => known ?? reply.value)
    })
    return stop
  }, [source])
  return view
}
