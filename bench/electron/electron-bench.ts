import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type InElectron, measureInElectron } from './measure-in-electron'

const LIMIT_MS = 150_000
const TRIES = 2

/**
 * Measures the built app in real Electron, in a process of its own with an X server of its own. Null where there is no Electron
 * (`PARLEY_ELECTRON`), or where it could not be measured, which is said.
 */
export async function electronBench(): Promise<InElectron | null> {
  if (process.platform !== 'linux' || !process.env.PARLEY_ELECTRON) {
    process.stdout.write('Electron is not measured: there is none, or no Linux for its X server and sound card.\n')
    return null
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  const file = path.join(folder, 'in-electron.json')
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      if (await measureInOwnProcess(file)) return JSON.parse(await readFile(file, 'utf8'))
      process.stdout.write(`Electron could not be measured${attempt < TRIES ? ': once more' : ''}.\n`)
    }
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the process of `measureInOwnProcess` does. */
export async function writeInElectron(file: string): Promise<void> {
  await writeFile(file, JSON.stringify(await measureInElectron((what) => process.stdout.write(`… ${what}\n`))))
}

async function measureInOwnProcess(file: string): Promise<boolean> {
  const self = process.argv[1] ?? ''
  const child = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1280x960x24', process.execPath, self, '--in-electron', file],
    { stdio: 'inherit', env: { ...process.env, PARLEY_HOST: 'electron' }, detached: true },
  )
  const limit = setTimeout(() => endGroup(child.pid), LIMIT_MS)
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false
  } finally {
    clearTimeout(limit)
  }
}

/** The X server, the app and its sound card are children of that process. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
