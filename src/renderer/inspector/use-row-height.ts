import { useSyncExternalStore } from 'react'

/** Height of a row in rem: 27 px at the normal text size. */
const ROW_REM = 1.6875

function read(): number {
  return Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW_REM)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Height of a row in px at the current text size. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, read)
}
