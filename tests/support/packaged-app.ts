import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { vi } from 'vitest'

/** How a packaged app is started. */
export interface PackagedOptions {
  readonly executable: string
  readonly userDataFolder: string
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Started by an unprivileged user, with Chromium's sandbox. Otherwise as the user who runs the test; root has no
   * sandbox.
   */
  readonly sandboxed?: boolean
}

/** A packaged app with its fuses and its page. Its main process is not accessible, as for every user. */
export interface PackagedApp {
  readonly page: Page
  /** All of its standard output. */
  output(): string
  /** /proc's information about each of its processes: `status`, `cmdline`, `environ`. */
  processes(): readonly ProcessFacts[]
  /** Its new page, after a crash of the previous one. */
  reconnect(): Promise<Page>
  /** Resolves when the started process has ended. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface ProcessFacts {
  readonly pid: number
  readonly status: string
  readonly cmdline: string
  readonly environ: string
}

const nobody = 65_534
const patience = { timeout: 60_000, interval: 50 }
const isRoot = process.getuid?.() === 0

/**
 * Starts it with the DevTools protocol on a port of its own choice, which a packaged Parley refuses unless its
 * environment allows it.
 */
export async function startPackagedApp({
  executable,
  userDataFolder,
  environment = {},
  sandboxed = false,
}: PackagedOptions): Promise<PackagedApp> {
  mkdirSync(userDataFolder, { recursive: true })
  const arguments_ = [
    '--disable-gpu',
    '--remote-debugging-port=0',
    '--use-fake-device-for-media-stream',
    `--user-data-dir=${userDataFolder}`,
  ]
  const asNobody = sandboxed && isRoot
  const command = asNobody
    ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', executable, ...arguments_]
    : [executable, ...arguments_, ...(isRoot ? ['--no-sandbox'] : [])]
  const [program = '', ...rest] = command
  const child = spawn(program, rest, {
    env: { ...usual(), PARLEY_ALLOW_DEBUGGING: '1', ...(asNobody ? homeOfNobody(userDataFolder) : {}), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (piece: string): void => {
    output += piece
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let browser: Browser | null = null
  const connect = async (): Promise<Page> => {
    await browser?.close()
    const port = await vi.waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`)
      return /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    }, patience)
    await vi.waitUntil(
      async () => ((await (await fetch(`http://127.0.0.1:${port}/json/list`)).text()).includes('app://parley/') ? true : undefined),
      patience,
    )
    // Electron has no downloads folder to set, which is what Playwright does first by default
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
    // there may be a popup window too; a page that has just crashed has no address
    return vi.waitUntil(
      () =>
        browser
          ?.contexts()[0]
          ?.pages()
          .find((one) => !/\/(overlay|quick|inspector)\.html/.test(one.url())),
      patience,
    )
  }
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    // while the app runs, Playwright waits half a minute for its page to close
    await browser?.close()
    // an app that has restarted itself
    const left = (): readonly ProcessFacts[] => processesOf(child, userDataFolder)
    await vi.waitUntil(() => left().every(({ pid }) => !end(pid)), patience)
  }
  try {
    let page = await connect()
    const reconnect = async (): Promise<Page> => {
      page = await connect()
      return page
    }
    return {
      get page() {
        return page
      },
      ended,
      output: () => output,
      processes: () => processesOf(child, userDataFolder),
      reconnect,
      close,
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Whether there was a process to end. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGTERM')
  } catch {
    return false
  }
}

/** The environment of the test without keys. */
function usual(): Record<string, string> {
  const { GEMINI_API_KEY: _, GOOGLE_API_KEY: __, ...rest } = process.env
  return Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Folders that an unprivileged user may write, and the X server's permit, which only its owner can read. */
function homeOfNobody(folder: string): Record<string, string> {
  const permit = join(folder, '.Xauthority')
  if (process.env.XAUTHORITY !== undefined) copyFileSync(process.env.XAUTHORITY, permit)
  chmodSync(dirname(folder), 0o755)
  chmodSync(folder, 0o700)
  for (const place of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) chownSync(place, nobody, nobody)
  return { HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XAUTHORITY: permit }
}

function processesOf(child: ChildProcess, userDataFolder: string): readonly ProcessFacts[] {
  const read = (place: string): string => {
    try {
      return readFileSync(place, 'utf8')
    } catch {
      // it has ended in the meantime
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, cmdline: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))
    .filter(({ pid, cmdline }) => pid === String(child.pid) || cmdline.includes(`--user-data-dir=${userDataFolder}`))
    .map(({ pid, cmdline }) => ({ pid: Number(pid), cmdline, status: read(`/proc/${pid}/status`), environ: read(`/proc/${pid}/environ`) }))
}
