import process from 'node:process'

/** A reason to stop that the user can act on: printed without a stack. */
export class SetupError extends Error {}

/** Where progress goes: standard output for `npm start` and `npm test`, standard error for the `parley` command. */
export function createReport(stream = process.stdout) {
  const line = (text) => stream.write(`[parley] ${text}\n`)
  return {
    line,
    /**
     * Runs one step that takes a while, printing its start, its progress (every 15 s) and its duration. Rejects as the
     * step does.
     */
    async step(title, action) {
      const startedAt = performance.now()
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
      line(`${title} …`)
      const ticker = setInterval(() => line(`${title} … ${Math.round(Number(seconds()))} s`), 15_000)
      try {
        const result = await action()
        line(`${title}: done in ${seconds()} s`)
        return result
      } catch (error) {
        line(`${title}: failed after ${seconds()} s`)
        throw error
      } finally {
        clearInterval(ticker)
      }
    },
  }
}
