/** The time of the processor, in µs, that some work of this process took. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return since(before)
}

/** The longest time of the processor, in µs, for which nothing else of this process had its turn while some work was done. */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.cpuUsage()
  let isOver = false
  const look = (): void => {
    longest = Math.max(longest, since(before))
    before = process.cpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return longest
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
