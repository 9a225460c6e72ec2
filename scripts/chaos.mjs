// Plays conversations with random faults of the service on a virtual clock, and checks each: `npm run chaos -- --seed N --count M`.
// At least M conversations; each seed plays one, or some at once. With --trace every event is printed. Every failed one is printed
// with its seed, which repeats it with `--count 1`. The last line is JSON with the counts. Exits with 0 if nothing was lost,
// doubled, left open or unanswered, with 1 if something was, with 2 if the arguments were wrong.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { withSourceModule } from './setup/source-module.mjs'

const wholeNumber = (text, name, from) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < from) throw new Error(`--${name} takes a whole number from ${from}.`)
  return value
}

const read = () => {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string', default: '1000' }, trace: { type: 'boolean', default: false } },
  })
  const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : wholeNumber(values.seed, 'seed', 0)
  const write = (line) => process.stdout.write(`${line}\n`)
  return { seed, count: wholeNumber(values.count, 'count', 1), ...(values.trace && { trace: write }) }
}

let wishes = null
try {
  wishes = read()
} catch (error) {
  process.stderr.write(`chaos: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}

if (wishes !== null) {
  process.exitCode = await withSourceModule('tests/support/chaos/run-chaos.ts', async ({ runChaos, isClean }) => {
    const counts = await runChaos(wishes, (line) => process.stdout.write(`${line}\n`))
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    return isClean(counts) ? 0 : 1
  })
}
