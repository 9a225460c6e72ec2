const FRAMES = 30

/** Tries once per frame until it succeeds, for at most half a second: for elements that the next render adds. */
export function whenDrawn(attempt: () => boolean, framesLeft = FRAMES): void {
  requestAnimationFrame(() => {
    if (!attempt() && framesLeft > 0) whenDrawn(attempt, framesLeft - 1)
  })
}
