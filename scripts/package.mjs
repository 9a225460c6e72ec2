// Builds the packages that this computer can build: `npm run package [-- --quick] [-- --output FOLDER]`. Prints what it
// can't build.
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildPackages } from './package/build-packages.mjs'
import { createReport, SetupError } from './setup/report.mjs'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, output: { type: 'string', default: 'dist' } } })
const report = createReport()
try {
  await buildPackages({ ...values, output: path.resolve(values.output), updateAddress: process.env.PARLEY_UPDATE_URL ?? null }, report)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`\n${error.message}\n`)
  process.exitCode = 1
}
