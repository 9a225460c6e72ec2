/** How long one kind of work took, in milliseconds per round. */
export interface Rounds {
  /** Processor time of the whole process: what other programs do meanwhile does not count. */
  readonly processor: readonly number[]
  /** Time on the wall. */
  readonly wall: readonly number[]
}

const WARM_UP_MS = 1000
const FEWEST_WARM_UPS = 2
const MEASURED_ROUNDS = 5

/** Runs `work` until it is warm, then measures several rounds, collecting garbage before each. */
export async function measureRounds(work: () => Promise<void> | void): Promise<Rounds> {
  const warmUpEnd = performance.now() + WARM_UP_MS
  for (let round = 0; round < FEWEST_WARM_UPS || performance.now() < warmUpEnd; round += 1) await work()
  const processor: number[] = []
  const wall: number[] = []
  for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
    globalThis.gc?.()
    const usage = process.cpuUsage()
    const start = performance.now()
    await work()
    wall.push(performance.now() - start)
    const { user, system } = process.cpuUsage(usage)
    processor.push((user + system) / 1000)
  }
  return { processor, wall }
}
