import { arch, homedir, platform, release, type } from 'node:os'
import type { Platform } from '../platform/platform'
import type { Installation } from './look-at-machine'

type Known = Pick<Installation, 'version' | 'environment' | 'secrets' | 'running'>

/** The installation of this process. */
export function thisInstallation(
  host: Pick<Platform, 'runtime' | 'operatingSystem' | 'userDataFolder' | 'fixturesFolder'>,
  known: Known,
): Installation {
  const { runtime, operatingSystem, userDataFolder, fixturesFolder } = host
  return {
    ...known,
    runtime,
    operatingSystem,
    userDataFolder,
    fixturesFolder,
    node: process.versions.node,
    system: `${type()} ${release()} ${arch()}${platform() === 'linux' ? sessionOf(known.environment) : ''}`,
    homeFolder: homedir(),
    load: (name) => loaders[name]?.() ?? Promise.reject(new Error('no such part')),
  }
}

/** Named one by one, so that the build finds them. */
const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  libsql: () => import('libsql'),
  'node-sqlite3-wasm': () => import('node-sqlite3-wasm'),
  'uiohook-napi': () => import('uiohook-napi'),
}

function sessionOf({ XDG_SESSION_TYPE = '', XDG_CURRENT_DESKTOP = '' }: Installation['environment']): string {
  const words = [XDG_SESSION_TYPE, XDG_CURRENT_DESKTOP].filter((word) => word !== '')
  return words.length === 0 ? '' : `, ${words.join(' ')}`
}
