import { useSyncExternalStore } from 'react'

/** The four layouts of the window, by its width. */
export type Layout = 'column' | 'rail' | 'sidebar' | 'wide'

const queries = [
  ['wide', '(min-width: 1240px)'],
  ['sidebar', '(min-width: 900px)'],
  ['rail', '(min-width: 640px)'],
] as const

function read(): Layout {
  for (const [layout, query] of queries) if (window.matchMedia(query).matches) return layout
  return 'column'
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The current layout. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, read)
}
