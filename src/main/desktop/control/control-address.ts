import { createHash } from 'node:crypto'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/** Longer paths are no addresses of sockets (sun_path, 108 bytes on Linux and 104 on macOS). */
const longestPath = 100

/** Where the Parley with this data folder hears command lines: a socket, or a pipe on Windows, that only its user may use. */
export function controlAddress(userDataFolder: string, operatingSystem: NodeJS.Platform = process.platform): string {
  const name = createHash('sha256').update(resolve(userDataFolder)).digest('hex').slice(0, 16)
  if (operatingSystem === 'win32') return `\\\\.\\pipe\\parley-${name}`
  const inFolder = join(userDataFolder, 'control.sock')
  return Buffer.byteLength(inFolder) <= longestPath ? inFolder : join(tmpdir(), `parley-${userInfo().uid}`, `${name}.sock`)
}

/** Where the data of an installed Parley lies, the likeliest place first. */
export function usualDataFolders(
  environment: Readonly<Record<string, string | undefined>>,
  operatingSystem: NodeJS.Platform = process.platform,
): readonly string[] {
  const home = homedir()
  const parent =
    operatingSystem === 'win32'
      ? (environment.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : operatingSystem === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (environment.XDG_CONFIG_HOME ?? join(home, '.config'))
  return ['Parley', 'parley'].map((name) => join(parent, name))
}
