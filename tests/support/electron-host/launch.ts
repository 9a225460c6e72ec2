import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { electronPath } from '../electron-path'
import { holdUntilAttached } from '../hold-until-attached'
import type { BuiltElectronHost } from './build'

export interface RunningElectronHost {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userDataFolder: string
  close(): Promise<void>
}

/**
 * Starts the small app in real Electron with a microphone that makes its own sound, and with a data folder of its own.
 * Tries again once if it never shows its window.
 */
export async function launchElectronHost(
  host: BuiltElectronHost,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningElectronHost> {
  return launchOnce(host, environment).catch(() => launchOnce(host, environment))
}

async function launchOnce(host: BuiltElectronHost, environment: Readonly<Record<string, string>>): Promise<RunningElectronHost> {
  const userDataFolder = await mkdtemp(join(tmpdir(), 'parley-user-'))
  const app = await _electron.launch({
    executablePath: electronPath(),
    // two attempts fit into the set-up time of a test file
    timeout: 40_000,
    env: { ...inherited(), ...environment },
    args: [
      ...holdUntilAttached,
      '--no-sandbox',
      '--disable-gpu',
      '--ozone-platform=x11',
      '--use-fake-device-for-media-stream',
      `--user-data-dir=${userDataFolder}`,
      host.folder,
    ],
  })
  const close = async (): Promise<void> => {
    await app.close()
    await rm(userDataFolder, { recursive: true, force: true })
  }
  try {
    const page = await app.firstWindow({ timeout: 40_000 })
    await page.waitForSelector('body[data-loaded=yes]', { timeout: 40_000 })
    return { app, page, userDataFolder, close }
  } catch (error) {
    // a process that never showed its page may not answer a polite quit either
    app.process().kill('SIGKILL')
    await rm(userDataFolder, { recursive: true, force: true })
    throw error
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
