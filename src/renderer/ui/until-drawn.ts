/** ms to wait for a hidden window, which paints nothing. */
const HIDDEN_MS = 200

/** Resolves after the next paint, or after a time limit in a hidden window. */
export function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    // the frame is painted after its callbacks
    requestAnimationFrame(() => requestIdleCallback(() => resolve()))
    setTimeout(resolve, HIDDEN_MS)
  })
}
