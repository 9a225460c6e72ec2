import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { ensureBuilt } from '../setup/build.mjs'
import { downloadHostAnswers, ensureElectron } from '../setup/electron.mjs'
import { ensurePackages } from '../setup/packages.mjs'
import { isOnPath, run } from '../setup/processes.mjs'
import { inProject } from '../setup/project.mjs'
import { findRegistryElectron } from '../setup/registry-electron.mjs'
import { SetupError } from '../setup/report.mjs'
import { majorsBehind, SUPPORTED_MAJORS } from './electron-age.mjs'

/**
 * Builds into `output`, from `electron-builder.yml`, what this computer can: the unpacked app always. `quick` skips compression;
 * `updateAddress` is where the packages will look for newer ones, null: nowhere.
 * @returns the folder of the unpacked app
 */
export async function buildPackages({ quick, output, updateAddress }, report) {
  await ensurePackages(report)
  await ensureBuilt('app', report)
  const electron = await ensureElectron(report)
  if (electron === null) throw new SetupError('There is no Electron to package: its download host can’t be reached.')
  if (updateAddress !== null && !/^(https:|http:\/\/127\.0\.0\.1[:/])/.test(updateAddress))
    throw new SetupError('Updates are only taken over https: PARLEY_UPDATE_URL must begin with https://.')
  const { targets, missing } = await targetsHere()
  for (const line of missing) report.line(`Not built: ${line}`)
  if (electron === findRegistryElectron())
    report.line('Packaged with an older Electron, for trying on this machine alone: give it to nobody. The official one is not at hand.')
  const behind = majorsBehind(electronVersion(electron), Date.now())
  if (behind >= SUPPORTED_MAJORS)
    report.line(`This Electron is ${behind} versions behind the newest one and gets no fixes any more: give what is made of it to nobody.`)
  const settings = [
    ...electronSettings(electron),
    `directories.output=${output}`,
    ...(quick ? ['compression=store'] : []),
    ...(updateAddress === null ? [] : ['publish.provider=generic', `publish.url=${updateAddress}`]),
  ]
  const args = [inProject('node_modules', 'electron-builder', 'cli.js'), `--${platformName()}`, ...targets, '--publish', 'never']
  // electron-builder runs `fpm`, which is our replacement
  const env = {
    ...process.env,
    USE_SYSTEM_FPM: 'true',
    ...(quick ? { PARLEY_DEB_COMPRESSION: 'none' } : {}),
    PATH: [inProject('scripts', 'package', 'bin'), process.env.PATH].join(path.delimiter),
  }
  await report.step(`Packaging: ${targets.join(', ')}`, async () => {
    const { code, output: words } = await run(process.execPath, [...args, ...settings.map((one) => `-c.${one}`)], { env })
    if (code !== 0) throw new SetupError(`${words}\n\nThe packages could not be built; the reason is above.`)
  })
  report.line(`The packages are in ${output}`)
}

const platformName = () => ({ darwin: 'mac', win32: 'win' })[process.platform] ?? 'linux'

/** An unpacked Electron is used as it is, under its own version. */
const electronSettings = (executable) => [`electronDist=${folderOf(executable)}`, `electronVersion=${electronVersion(executable)}`]

const folderOf = (executable) => (process.platform === 'darwin' ? path.resolve(executable, '../../../..') : path.dirname(executable))
const electronVersion = (executable) =>
  readFileSync(path.join(folderOf(executable), 'version'), 'utf8')
    .trim()
    .replace(/^v/, '')

/** The package formats that can be made on this system, and why others can't. */
async function targetsHere() {
  const tools = await downloadHostAnswers()
  const others = { darwin: ['AppImage and deb take Linux, nsis takes Windows'], win32: ['AppImage and deb take Linux, dmg takes macOS'] }
  const missing = others[process.platform] ?? ['nsis takes Windows, dmg takes macOS']
  const offered =
    process.platform === 'linux'
      ? [
          { name: 'dir', lacks: null },
          { name: 'deb', lacks: isOnPath('dpkg-deb') ? null : 'dpkg-deb is not installed' },
          { name: 'AppImage', lacks: tools ? null : 'the host of its tools can’t be reached' },
        ]
      : [
          { name: 'dir', lacks: null },
          { name: process.platform === 'darwin' ? 'dmg' : 'nsis', lacks: tools ? null : 'the host of its tools can’t be reached' },
        ]
  return {
    targets: offered.filter(({ lacks }) => lacks === null).map(({ name }) => name),
    missing: [...missing, ...offered.flatMap(({ name, lacks }) => (lacks === null ? [] : [`${name}: ${lacks}`]))],
  }
}
