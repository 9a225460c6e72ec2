import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'

/** What a command in a clone left: its code and all that it wrote. */
export interface CommandRun {
  readonly code: number | null
  readonly output: string
}

/** A copy of this clone to type commands in: they change the copy alone. Its packages are ours. */
export interface ScratchClone {
  readonly folder: string
  /** Types a command, with `input` on its standard input; resolves when it has ended. */
  run(command: string, environment?: Readonly<Record<string, string>>, input?: string): Promise<CommandRun>
  /** The same for a command that does not end by itself: it is ended as by Ctrl C once `sign` stands in what it wrote. */
  runUntil(sign: string, command: string, environment?: Readonly<Record<string, string>>): Promise<CommandRun>
  remove(): void
}

const ownOfThisFolder = ['.git', '.tsbuild', 'bench-results', 'dist', 'node_modules', 'test-results']

/** Makes it, with what is built; `only`: with these files and folders alone. */
export function makeScratchClone(only?: readonly string[]): ScratchClone {
  const folder = mkdtempSync(join(tmpdir(), 'parley-clone-'))
  const parts = only ?? readdirSync('.').filter((name) => !ownOfThisFolder.includes(name))
  // with the times of change, by which a build knows its sources
  execFileSync('cp', ['-a', ...parts, folder])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')

  function start(command: string, environment: Readonly<Record<string, string>>): ChildProcess {
    return spawn('sh', ['-c', command], { cwd: folder, env: { ...outsideOfTests(), ...environment }, stdio: 'pipe', detached: true })
  }
  return {
    folder,
    run: (command, environment = {}, input = '') => ended(start(command, environment), input),
    runUntil: (sign, command, environment = {}) => ended(start(command, environment), '', sign),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The environment of a person: without keys, without what the test runner tells its workers, and without colours, which split words. */
function outsideOfTests(): NodeJS.ProcessEnv {
  const own = /^(VITEST|NODE_ENV|NODE_OPTIONS|FORCE_COLOR|TEST|PROD|DEV|MODE|BASE_URL|SSR|PARLEY_|npm_|G(EMINI|OOGLE)_API_KEY)/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name) || name === 'PARLEY_ELECTRON' || name === 'PARLEY_CHROMIUM')
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}

function ended(child: ChildProcess, input: string, sign?: string): Promise<CommandRun> {
  let output = ''
  return new Promise((done, reject) => {
    const take = (text: string): void => {
      output += text
      // npm passes no signal on to what it runs in a shell: the group gets it, as it does from a terminal
      if (sign !== undefined && output.includes(sign) && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    }
    child.stdout?.setEncoding('utf8').on('data', take)
    child.stderr?.setEncoding('utf8').on('data', take)
    child.once('error', reject)
    child.once('close', (code) => done({ code, output }))
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
