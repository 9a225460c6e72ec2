// Sets up whatever is missing, then starts Parley or runs its tests. Only uses Node's own modules, because it must run before
// anything is installed.
import process from 'node:process'
import { ensureBuilt } from './setup/build.mjs'
import { ensureElectron } from './setup/electron.mjs'
import { hasDisplay, launchElectron, launchHeadless } from './setup/launch.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { createReport, SetupError } from './setup/report.mjs'
import { runTests } from './setup/run-tests.mjs'
import { ensureSystemPackages } from './setup/system-packages.mjs'

const usage = 'usage: node scripts/setup.mjs start [app arguments] | test [stages or test files] | prepare'
const oldestNode = [20, 19]

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new SetupError(`Parley needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
}

async function start(args, report) {
  await ensurePackages(report)
  const electron = hasDisplay() ? await ensureElectron(report) : null
  if (electron === null) {
    report.line(
      hasDisplay()
        ? 'No Electron could be had: serving Parley for a browser instead.'
        : 'No display: serving Parley for a browser instead.',
    )
    await ensureBuilt('app', report)
    await ensureBuilt('cli', report)
    return launchHeadless(args, report)
  }
  await ensureSystemPackages('start', report)
  await ensureBuilt('app', report)
  return launchElectron(electron, args, report)
}

/** Prepares everything that tests need, without running them. Resolves to the Electron for the tests, or null. */
async function prepare(report) {
  await ensurePackages(report)
  await ensureSystemPackages('test', report)
  return ensureElectron(report)
}

async function main([command, ...args]) {
  const report = createReport()
  try {
    checkNode()
    switch (command) {
      case 'start':
        return await start(args, report)
      case 'test':
        return await runTests({ filters: args, electron: await prepare(report), report })
      case 'prepare':
        await prepare(report)
        await ensureBuilt('app', report)
        await ensureBuilt('cli', report)
        report.line('Everything is ready.')
        return 0
      default:
        report.line(usage)
        return 2
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
