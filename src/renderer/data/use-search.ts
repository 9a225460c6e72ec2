import { useEffect, useRef, useState } from 'react'
import type { ArtifactView } from '../../shared/ipc/data-calls'

/** ms without typing before rows are searched. */
const PAUSE_MS = 200

/** The search text of a table; the view follows after a pause. */
export function useSearch(view: ArtifactView, onView: (view: ArtifactView) => void) {
  const [text, setText] = useState(view.search)
  const now = useRef({ view, onView })
  now.current = { view, onView }
  useEffect(() => {
    if (text === now.current.view.search) return
    const timer = setTimeout(() => now.current.onView({ ...now.current.view, search: text }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type: setText }
}
