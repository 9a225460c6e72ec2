import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { posix, win32 } from 'node:path'

/** The environment of the process. */
type Environment = Readonly<Record<string, string | undefined>>

/** Looks for commands in the folders of the `PATH`, as a shell of the user would. */
export interface CommandPath {
  /**
   * The `PATH` in which the command is: that of Parley or, if it is not there, that of the user's login shell, which is asked once, and again
   * after a command was not found. An app
   * that was started from the desktop has a shorter one. `found` is false if the command is in neither.
   * `file`: what to start; on Windows the whole path, such as that of `npx.cmd` for `npx`, because its own search begins in the folder
   * of the process, where anybody may have put a program.
   */
  find(command: string): Promise<{ readonly found: boolean; readonly path: string; readonly file: string }>
}

/** The system that commands are looked for in. */
export interface CommandSystem {
  readonly isWindows: boolean
  isExecutable(file: string): Promise<boolean>
}

const thisSystem: CommandSystem = { isWindows: process.platform === 'win32', isExecutable }

/** ms that the login shell has to print its `PATH`. */
const SHELL_TIME = 5000
const MARK = '_parley_path_'

/** `shellPath`: the `PATH` of the login shell, or null; only tests replace it and the system. */
export function createCommandPath(
  environment: Environment,
  shellPath: () => Promise<string | null> = () => ask(environment),
  system: CommandSystem = thisSystem,
): CommandPath {
  let asked: Promise<string | null> | null = null
  return {
    async find(command) {
      const own = variable(environment, 'PATH') ?? ''
      const file = await fileOf(own, command, environment, system)
      if (file !== null) return { found: true, path: own, file }
      asked ??= shellPath()
      const path = (await asked) ?? own
      const later = await fileOf(path, command, environment, system)
      // the user may install it now
      if (later === null) asked = null
      return { found: later !== null, path, file: later ?? command }
    },
  }
}

/** Names of variables have no case on Windows, where this one is `Path`. */
function variable(environment: Environment, name: string): string | undefined {
  return environment[name] ?? Object.entries(environment).find(([other]) => other.toUpperCase() === name)?.[1]
}

/** What to start for a command that is in one of these folders, or null. */
async function fileOf(path: string, command: string, environment: Environment, system: CommandSystem): Promise<string | null> {
  const { isAbsolute, join, delimiter } = system.isWindows ? win32 : posix
  const places = isAbsolute(command)
    ? [command]
    : path.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(unquoted(folder), command)]))
  for (const place of places)
    for (const file of system.isWindows ? windowsFiles(place, environment) : [place])
      if (await system.isExecutable(file)) return system.isWindows ? file : command
  return null
}

/** Windows takes folders of its `PATH` in quotation marks, too. */
const unquoted = (folder: string): string => folder.replace(/^"(.*)"$/, '$1')

/** The files that Windows starts for a name, in its order: a name without an ending, as npm writes one for other systems, is none. */
function windowsFiles(place: string, environment: Environment): readonly string[] {
  const endings = (variable(environment, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending.startsWith('.'))
  const hasEnding = endings.some((ending) => place.toLowerCase().endsWith(ending.toLowerCase()))
  return [...(hasEnding ? [place] : []), ...endings.map((ending) => `${place}${ending.toLowerCase()}`)]
}

/**
 * Whether an argument can't be passed to this file as it is: Windows starts batch files, such as `npx.cmd`, through its command
 * interpreter, which reads their arguments a second time, and no mark protects these characters there.
 */
export function isUnsafeForBatch(file: string, args: readonly string[]): boolean {
  return /\.(?:cmd|bat)$/i.test(file) && args.some((argument) => /["%\r\n]/.test(argument))
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function ask({ SHELL = '' }: Environment): Promise<string | null> {
  if (process.platform === 'win32' || !posix.isAbsolute(SHELL)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const shell = execFile(SHELL, ['-ilc', `printf '${MARK}%s${MARK}' "$PATH"`], { timeout: SHELL_TIME }, (_, output) => {
      resolve(new RegExp(`${MARK}(.*?)${MARK}`, 's').exec(output)?.[1] ?? null)
    })
    shell.stdin?.end()
  })
}
