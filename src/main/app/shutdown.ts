/**
 * Returns the function that shuts the app down: runs the steps in order, each after the previous one is done (synchronously, if that has
 * nothing to wait for), and only once, however often it is called. A failed step is reported and does not prevent the others. Never
 * rejects.
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
