/** Whether floods, kills and fuzz run at their full size. `npm test -- long` sets it. */
const isLong = process.env.PARLEY_TEST_SIZE === 'full'

/** `full` in a long run, otherwise `small`. */
export function sized(full: number, small: number): number {
  return isLong ? full : small
}

/** How many of `full` cases this run takes: all in a long run, otherwise a tenth, but at least `least`. */
export function scaled(full: number, least = 1): number {
  return isLong ? full : Math.min(full, Math.max(least, Math.ceil(full / 10)))
}

/** ms that a test of many cases may take: in the default run no longer than any other, or one that hangs uses up the time of its stage. */
export const PATIENCE = sized(900_000, 180_000)
