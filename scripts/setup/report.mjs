import process from 'node:process'

/** How often a step that takes a while prints its progress, in ms. */
const progressMs = 5000

/** A reason to stop that the user can act on: printed without a stack. */
export class SetupError extends Error {}

/**
 * Where progress goes: standard output for `npm start` and `npm test`, standard error for the `parley` command.
 * @param {{ write(text: string): unknown }} [stream]
 */
export function createReport(stream = process.stdout) {
  const line = (text) => stream.write(`[parley] ${text}\n`)
  return {
    line,
    /**
     * Runs one step that takes a while, printing its start, its progress (every 5 s) and its duration. `amount` describes how much is
     * done, for example "12 of 40 packages"; without it, only seconds are printed. Rejects as the step does.
     * @template T
     * @param {string} title
     * @param {() => T | Promise<T>} action
     * @param {() => string | Promise<string>} [amount]
     * @returns {Promise<T>}
     */
    async step(title, action, amount = () => '') {
      const startedAt = performance.now()
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
      let ended = false
      line(`${title} …`)
      const ticker = setInterval(async () => {
        const parts = [await amount(), `${Math.round(Number(seconds()))} s`].filter((part) => part !== '')
        // counting may have taken longer than the rest of the step
        if (!ended) line(`${title} … ${parts.join(' · ')}`)
      }, progressMs)
      try {
        const result = await action()
        ended = true
        clearInterval(ticker)
        const took = seconds()
        const whole = await amount()
        line(`${title}: done in ${took} s${whole === '' ? '' : ` (${whole})`}`)
        return result
      } catch (error) {
        line(`${title}: failed after ${seconds()} s`)
        throw error
      } finally {
        ended = true
        clearInterval(ticker)
      }
    },
  }
}
