import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import process from 'node:process'
import { bytesIn, megabytes } from './amounts.mjs'
import { npmCommand, run } from './processes.mjs'
import { inProject } from './project.mjs'
import { SetupError } from './report.mjs'

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether `node_modules` matches `package-lock.json`, by npm's own record of what it installed. Packages for other operating
 * systems are optional in the lock and may be missing.
 */
export function packagesAreInstalled() {
  const record = inProject('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  try {
    const installed = readPackages(record)
    return Object.entries(readPackages(inProject('package-lock.json'))).every(
      ([place, wanted]) =>
        place === '' ||
        (installed[place] === undefined
          ? wanted.optional === true
          : installed[place].version === wanted.version && existsSync(inProject(place))),
    )
  } catch {
    return false
  }
}

/**
 * Installs the exact packages of the lock file, without their install scripts. Does nothing if they are installed. A linked
 * `node_modules` folder is never touched, because npm would empty its target.
 */
export async function ensurePackages(report) {
  if (packagesAreInstalled()) return
  refuseLink(inProject('node_modules'))
  await report.step(
    'Installing packages (npm ci)',
    async () => {
      const npm = npmCommand()
      const { code, output } = await run(npm.program, [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'])
      if (code !== 0) throw new SetupError(`${output}\n\n${adviceFor(output, code)}`)
    },
    packagesSoFar(),
  )
}

/** The packages of the lock file for this computer, by their `package.json`; none if npm will refuse the file. */
function wantedPackages() {
  const fits = (list, own) => list === undefined || list.includes(own) || (list[0]?.startsWith('!') === true && !list.includes(`!${own}`))
  try {
    return Object.entries(readPackages(inProject('package-lock.json')))
      .filter(([place, { os, cpu }]) => place !== '' && fits(os, process.platform) && fits(cpu, process.arch))
      .map(([place]) => inProject(place, 'package.json'))
  } catch {
    return []
  }
}

/** A function that describes how many packages are in their place, and their size. */
function packagesSoFar() {
  const places = wantedPackages()
  return async () => {
    const there = places.filter((place) => existsSync(place)).length
    return `${there} of ${places.length} packages, ${megabytes(await bytesIn(inProject('node_modules')))}`
  }
}

function refuseLink(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new SetupError(
    `node_modules is a link to ${readlinkSync(folder)}, and what is there does not fit package-lock.json. Nothing was changed, as npm would empty that folder. Install the packages there (npm ci), or remove the link and try again.`,
  )
}

function adviceFor(output, code) {
  if (code === 127) return 'npm was not found. Install Node.js 20.19 or newer together with npm, then try again.'
  if (/in sync|EUSAGE/.test(output)) {
    return 'npm refuses package-lock.json because it does not belong to package.json. Take both from the same commit (git checkout -- package.json package-lock.json), or run "npm install" if you changed package.json yourself.'
  }
  if (/EINTEGRITY/.test(output))
    return 'A downloaded package is not the one that package-lock.json names. Clear the cache (npm cache clean --force) and try again.'
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(output))
    return 'The package registry could not be reached. Check the network and npm\'s "registry" and "proxy" settings, then try again.'
  if (/ENOSPC/.test(output)) return 'The disk is full: Parley needs about 1.5 GB. Free some space and try again.'
  return 'npm could not install the packages; its own words are above.'
}
