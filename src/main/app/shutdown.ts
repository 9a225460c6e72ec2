/**
 * Makes the end of the app: takes the steps one after the other, each when the one before is done (at once, where that
 * has nothing to wait for), and all of them once, however often it is called. A step that fails is reported and keeps none of the others from being taken. Never rejects.
 */
export function stopInOrder(steps: readonly (() => void | Promise<void>)[], report: (error: unknown) => void): () => Promise<void> {
  let stopping: Promise<void> | null = null
  async function stop(): Promise<void> {
    for (const step of steps) {
      try {
        const pending = step()
        if (pending !== undefined) await pending
      } catch (error) {
        report(error)
      }
    }
  }
  return () => (stopping ??= stop())
}
