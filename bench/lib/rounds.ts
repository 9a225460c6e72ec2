/** How long one kind of work took, in milliseconds of wall time per round. */
export interface Rounds {
  readonly milliseconds: readonly number[]
}

const WARM_UP_MS = 1000
const FEWEST_WARM_UPS = 3
const MEASURED_ROUNDS = 7

/** Runs `work` until it is warm, then measures several rounds, collecting garbage before each. */
export async function measureRounds(work: () => Promise<void> | void): Promise<Rounds> {
  const warmUpEnd = performance.now() + WARM_UP_MS
  for (let round = 0; round < FEWEST_WARM_UPS || performance.now() < warmUpEnd; round += 1) await work()
  const milliseconds: number[] = []
  for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
    globalThis.gc?.()
    const start = performance.now()
    await work()
    milliseconds.push(performance.now() - start)
  }
  return { milliseconds }
}
