/** How long one kind of work took, in milliseconds per round. */
export interface Rounds {
  /** Processor time of the whole process: what other programs do meanwhile does not count. */
  readonly processor: readonly number[]
  /** Time on the wall. */
  readonly wall: readonly number[]
}

const WARM_UP_MS = 1500
const MEASURED_ROUNDS = 7

/** Runs `work` for a while of processor time, until it is warm, then measures several rounds, collecting garbage before each. */
export async function measureRounds(work: () => Promise<void> | void): Promise<Rounds> {
  const warmUp = process.cpuUsage()
  while (millisecondsSince(warmUp) < WARM_UP_MS) await work()
  const processor: number[] = []
  const wall: number[] = []
  for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
    globalThis.gc?.()
    const usage = process.cpuUsage()
    const start = performance.now()
    await work()
    wall.push(performance.now() - start)
    processor.push(millisecondsSince(usage))
  }
  return { processor, wall }
}

function millisecondsSince(usage: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(usage)
  return (user + system) / 1000
}
