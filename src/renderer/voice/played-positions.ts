/** How much of a turn's sound was received and heard, in samples of the turn's own rate. */
export interface PlayedPosition {
  readonly turnId: string
  readonly heard: number
  readonly total: number
}

/** The position of the turn that sounds now, for the captions. */
export interface PlayedPositions {
  received(turnId: string, total: number): void
  moved(turnId: string, heard: number): void
  /** The turn that sounded last; null before the first sound. A new object on each change. */
  current(): PlayedPosition | null
  /** Tells of changes, at most four times a second. Returns the way to stop. */
  subscribe(listener: () => void): () => void
}

const TELL_EVERY_MS = 250

/** Makes the record of positions; only the last turn is kept. */
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
    }, TELL_EVERY_MS)
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
