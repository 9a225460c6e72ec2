/** How much of a turn's sound was received and played, in samples of the turn's own rate. */
export interface PlayedPosition {
  readonly turnId: string
  readonly heard: number
  readonly total: number
}

/** The position of the turn that plays now, for the captions. */
export interface PlayedPositions {
  received(turnId: string, total: number): void
  moved(turnId: string, heard: number): void
  /** The turn that played last; null before the first sound. A new object on each change. */
  current(): PlayedPosition | null
  /** Reports changes, at most four times a second. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

const REPORT_EVERY_MS = 250

/** Creates the record of positions; only the last turn is stored. */
export function createPlayedPositions(): PlayedPositions {
  const listeners = new Set<() => void>()
  let position: PlayedPosition | null = null
  let shown: PlayedPosition | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  const change = (next: PlayedPosition) => {
    position = next
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      shown = position
      for (const listener of listeners) listener()
    }, REPORT_EVERY_MS)
  }

  return {
    received(turnId, total) {
      if (position?.turnId === turnId) change({ ...position, total: Math.max(position.total, total) })
      else change({ turnId, heard: 0, total })
    },
    moved(turnId, heard) {
      if (position?.turnId === turnId) change({ ...position, heard })
    },
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
