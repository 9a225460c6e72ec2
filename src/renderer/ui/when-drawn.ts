const FRAMES = 30

/** Tries once a frame until it succeeds, for at most half a second: for elements that the next drawing brings. */
export function whenDrawn(attempt: () => boolean, framesLeft = FRAMES): void {
  requestAnimationFrame(() => {
    if (!attempt() && framesLeft > 0) whenDrawn(attempt, framesLeft - 1)
  })
}
