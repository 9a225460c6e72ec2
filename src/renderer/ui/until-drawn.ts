/** A window that nobody sees draws nothing: it is waited for so long, in ms. */
const HIDDEN_MS = 200

/** Resolves when what is on the page now has been drawn, or would have been in a window that can be seen. */
export function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    // the frame is drawn behind its callbacks
    requestAnimationFrame(() => requestIdleCallback(() => resolve()))
    setTimeout(resolve, HIDDEN_MS)
  })
}
