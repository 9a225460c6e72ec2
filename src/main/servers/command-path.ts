import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The environment of the process. */
type Environment = Readonly<Record<string, string | undefined>>

/** Looks for commands in the folders of the `PATH`, as a shell of the user would. */
export interface CommandPath {
  /**
   * The `PATH` in which the command is: that of Parley or, if it is not there, that of the user's login shell, which is asked once, and again
   * after a command was not found. An app
   * that was started from the desktop has a shorter one. `found` is false if the command is in neither.
   */
  find(command: string): Promise<{ readonly found: boolean; readonly path: string }>
}

/** ms that the login shell has to print its `PATH`. */
const SHELL_TIME = 5000
const MARK = '_parley_path_'

/** `shellPath`: the `PATH` of the login shell, or null; only tests replace it. */
export function createCommandPath(environment: Environment, shellPath: () => Promise<string | null> = () => ask(environment)): CommandPath {
  let asked: Promise<string | null> | null = null
  return {
    async find(command) {
      const own = environment.PATH ?? ''
      if (await isIn(own, command)) return { found: true, path: own }
      asked ??= shellPath()
      const path = (await asked) ?? own
      const found = await isIn(path, command)
      // the user may install it now
      if (!found) asked = null
      return { found, path }
    },
  }
}

async function isIn(path: string, command: string): Promise<boolean> {
  if (isAbsolute(command)) return isExecutable(command)
  // Windows tries several endings and the folder of the process
  if (process.platform === 'win32') return true
  for (const folder of path.split(delimiter)) if (folder !== '' && (await isExecutable(join(folder, command)))) return true
  return false
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
  if (process.platform === 'win32' || !isAbsolute(SHELL)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const shell = execFile(SHELL, ['-ilc', `printf '${MARK}%s${MARK}' "$PATH"`], { timeout: SHELL_TIME }, (_, output) => {
      resolve(new RegExp(`${MARK}(.*?)${MARK}`, 's').exec(output)?.[1] ?? null)
    })
    shell.stdin?.end()
  })
}
