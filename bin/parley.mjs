#!/usr/bin/env node
// The `parley` command of a clone: makes sure that its packages and its bundle are there, saying so on standard error alone, then
// becomes that bundle in this same process.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { isBuilt } from '../scripts/setup/build.mjs'
import { inProject } from '../scripts/setup/project.mjs'

const serves = process.argv[2] === 'serve'

async function makeReady() {
  const { ensureBuilt } = await import('../scripts/setup/build.mjs')
  const { ensurePackages } = await import('../scripts/setup/packages.mjs')
  const { createReport, SetupError } = await import('../scripts/setup/report.mjs')
  const report = createReport(process.stderr)
  try {
    await ensurePackages(report)
    await ensureBuilt('cli', report)
    if (serves) await ensureBuilt('app', report)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}

const isReady = existsSync(inProject('node_modules', '.package-lock.json')) && isBuilt('cli') && (!serves || isBuilt('app'))
if (!isReady) await makeReady()
await import('../out/cli/parley.js')
