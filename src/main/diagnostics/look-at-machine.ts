import type { Finding, LogEntry, PageSound } from '../../shared/diagnostics/diagnosis'
import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { KeyState } from '../../shared/ipc/key-state'
import type { ToolServerSummary } from '../../shared/ipc/tool-server-calls'
import { changeValues, messageOf } from '../../shared/messages/message'
import { type Private, privateText } from '../lib/log/log-line'
import { listFixtures } from '../replay/simulator/list-fixtures'
import { lookAtKey, lookAtSound, lookAtTalkKey } from './look-at-desktop'
import { lookAtServers } from './look-at-servers'
import { lookAtFolder, lookAtSettings, lookAtStore } from './look-at-store'

/** The installation to diagnose. Facts that only a running app knows are null without one. */
export interface Installation extends Private {
  readonly version: string
  /** for example `Electron 33.2.1` or `Node 22.1.0` */
  readonly runtime: string
  /** version of Node inside it */
  readonly node: string
  /** name, release and processor of the system */
  readonly system: string
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly userDataFolder: string
  readonly fixturesFolder: string
  /** Loads a compiled package; rejects if it does not load. */
  load(name: string): Promise<unknown>
  readonly running: {
    readonly hotkey: HotkeyState
    readonly key: KeyState
    readonly storeOnDisk: boolean
    readonly servers: readonly ToolServerSummary[]
  } | null
}

/** The packages that everything needs, and the one that only the talk key needs. */
const neededPackages = ['libsql', 'node-sqlite3-wasm'] as const
const keyPackage = 'uiohook-napi'

/** Checks everything that Parley needs, in the order of `checkNames`. Nothing is changed, and the network is not used. */
export async function lookAtMachine(here: Installation, log: readonly LogEntry[], sound: PageSound | null): Promise<readonly Finding[]> {
  const { userDataFolder: folder, running, operatingSystem, environment } = here
  const unsaved: Finding = { check: 'store', state: 'bad', words: messageOf('doctor-store-memory') }
  const findings = await Promise.all([
    Promise.resolve(lookAtRuntime(here)),
    lookAtPackages(here),
    lookAtFolder(folder, privateText(folder, here)),
    running?.storeOnDisk === false ? Promise.resolve(unsaved) : lookAtStore(folder),
    lookAtSettings(folder),
    lookAtRecordings(here.fixturesFolder),
    Promise.resolve(lookAtKey(running?.key ?? null, environment)),
    lookAtTalkKey(running?.hotkey ?? null, operatingSystem, environment, () => here.load(keyPackage)),
    lookAtSound(sound, operatingSystem, environment),
    lookAtServers(running?.servers ?? null, folder, environment),
    Promise.resolve(lookAtLog(log)),
  ])
  return findings.map((finding) => ({ ...finding, words: changeValues(finding.words, (value) => privateText(value, here)) }))
}

function lookAtRuntime({ version, runtime, node, system }: Installation): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  // Electron has its own, which is as old as 20.18 and works
  const old = runtime.startsWith('Node') && (major < 20 || (major === 20 && minor < 19))
  if (old) return { check: 'runtime', state: 'bad', words: messageOf('doctor-runtime-old', { version, runtime }) }
  return { check: 'runtime', state: 'good', words: messageOf('doctor-runtime', { version, runtime, system }) }
}

async function lookAtPackages({ load }: Installation): Promise<Finding> {
  const tried = await Promise.all(
    neededPackages.map((name) =>
      load(name).then(
        () => null,
        () => name,
      ),
    ),
  )
  const missing = tried.filter((name) => name !== null)
  if (missing.length > 0)
    return { check: 'packages', state: 'bad', words: messageOf('doctor-packages-missing', { names: missing.join(', ') }) }
  return { check: 'packages', state: 'good', words: messageOf('doctor-packages', { names: neededPackages.join(', ') }) }
}

async function lookAtRecordings(folder: string): Promise<Finding> {
  const { fixtures, problems } = await listFixtures(folder)
  if (problems.length === 0)
    return { check: 'recordings', state: 'good', words: messageOf('doctor-recordings', { count: fixtures.length }) }
  const problemTexts = problems.map(({ message }) => message).join(' ')
  return { check: 'recordings', state: 'bad', words: messageOf('doctor-recordings-bad', { problems: problemTexts }) }
}

function lookAtLog(entries: readonly LogEntry[]): Finding {
  const failures = entries.filter(({ level }) => level === 'error')
  const last = failures.at(-1)
  const lines = entries.length
  if (last === undefined) return { check: 'log', state: 'good', words: messageOf('doctor-log-quiet', { lines }) }
  return {
    check: 'log',
    state: 'attention',
    words: messageOf('doctor-log-failures', { lines, failures: failures.length, event: last.event }),
  }
}
