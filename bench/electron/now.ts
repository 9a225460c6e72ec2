/** Milliseconds since 1970, with their fraction: the clock that all processes of a machine share. */
export const now = (): number => performance.timeOrigin + performance.now()
