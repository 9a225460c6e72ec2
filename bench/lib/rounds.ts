import { sized } from './sized'

/** How long one kind of work took, in milliseconds per round. */
export interface Rounds {
  /** Processor time of the whole process: what other programs do meanwhile does not count. */
  readonly processor: readonly number[]
  /** Time on the wall. */
  readonly wall: readonly number[]
}

const WARM_UP_MS = sized(800, 1)
const MEASURED_MS = sized(800, 1)
const FEWEST_ROUNDS = sized(5, 1)

/**
 * Runs `work` for a while of processor time, until it is warm, then measures round after round for as long again.
 * Garbage is collected once, before the first: collecting between the rounds would also throw away what the engine has
 * learnt of the shapes of objects of which none is alive at that moment, and every round would begin cold.
 */
export async function measureRounds(work: () => Promise<void> | void): Promise<Rounds> {
  const warmUp = process.cpuUsage()
  while (millisecondsSince(warmUp) < WARM_UP_MS) await work()
  globalThis.gc?.()
  const processor: number[] = []
  const wall: number[] = []
  const measured = process.cpuUsage()
  while (processor.length < FEWEST_ROUNDS || millisecondsSince(measured) < MEASURED_MS) {
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
