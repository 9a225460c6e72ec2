import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageFacts from '../../../package.json'
import type { OfferedRecording } from '../../shared/diagnostics/diagnosis'
import { modelText } from '../../shared/messages/message'
import { builtFolders } from '../app/built-folders'
import { bundleText, findingLines } from '../diagnostics/bundle'
import { lookAtMachine } from '../diagnostics/look-at-machine'
import { readLog } from '../diagnostics/read-log'
import { savedRecordings } from '../diagnostics/saved-recordings'
import { thisInstallation } from '../diagnostics/this-installation'
import { nodeFiles } from '../lib/files'
import { readSettings, SETTINGS_FILE } from '../storage/settings/settings-file'
import { argumentProblem, usageProblem } from './usage-problem'

const OPTIONS = {
  data: { type: 'string' },
  json: { type: 'boolean' },
  bundle: { type: 'boolean' },
  recording: { type: 'string', multiple: true },
} as const
const BUNDLED_LINES = 1000

/**
 * `parley doctor`: checks the installation without starting it and prints the findings, a line each; with `--json` as one object, with
 * `--bundle` the whole text that the window would save, and with `--recording NAME` also a saved recording. Changes nothing. The exit code
 * is 1 if a check failed.
 */
export async function runDoctor(args: readonly string[], output: NodeJS.WritableStream, problems: NodeJS.WritableStream): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'doctor', options)
  const operatingSystem = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  const userDataFolder = resolve(options.data ?? usualDataFolder(operatingSystem, process.env, homedir()))
  const fixturesFolder = builtFolders(import.meta.url).fixtures
  const here = thisInstallation(
    { runtime: `Node ${process.versions.node}`, operatingSystem, userDataFolder, fixturesFolder },
    { version: packageFacts.version, environment: process.env, secrets: () => [process.env.GEMINI_API_KEY ?? ''], running: null },
  )
  const { entries } = await readLog(userDataFolder, here, BUNDLED_LINES)
  const findings = await lookAtMachine(here, entries, null)
  const saved = savedRecordings(userDataFolder)
  const offered = await saved.list()
  const recordings: { readonly name: string; readonly text: string }[] = []
  for (const name of options.recording ?? []) {
    const text = await saved.read(name)
    if (text === null) return usageProblem(problems, 'doctor', noRecording(name, offered))
    recordings.push({ name, text })
  }
  if (options.json === true) {
    const { version, runtime, system } = here
    const worded = findings.map((finding) => ({ ...finding, words: modelText(finding.words) }))
    output.write(`${JSON.stringify({ version, runtime, system, findings: worded, recordings: offered })}\n`)
  } else if (options.bundle === true) {
    const text = await nodeFiles.read(join(userDataFolder, SETTINGS_FILE)).catch(() => null)
    const read = text === null ? null : readSettings(text)
    const settings = read === null || read.kind === 'newer' ? null : read.settings
    const parts = { at: Date.now(), ...here, findings, sound: null, hotkey: null, notices: [], settings, log: entries, recordings }
    output.write(bundleText(parts, here))
  } else output.write(`${findingLines(findings).join('\n')}\n`)
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

function noRecording(name: string, offered: readonly OfferedRecording[]): string {
  const names = offered.map((one) => one.name).join(', ')
  const wanted = JSON.stringify(name)
  return names === ''
    ? `No recording is kept in the data folder, so ${wanted} can't go with it. Leave --recording out.`
    : `No recording ${wanted} is kept in the data folder. There are: ${names}.`
}

/** The desktop app's data folder: Electron's default for an app of this name. */
export function usualDataFolder(
  operatingSystem: 'linux' | 'darwin' | 'win32',
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const given = (value: string | undefined, usual: string): string => (value === undefined || value === '' ? usual : value)
  if (operatingSystem === 'darwin') return join(home, 'Library', 'Application Support', packageFacts.name)
  if (operatingSystem === 'win32') return join(given(environment.APPDATA, join(home, 'AppData', 'Roaming')), packageFacts.name)
  return join(given(environment.XDG_CONFIG_HOME, join(home, '.config')), packageFacts.name)
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    if (values.recording !== undefined && values.bundle !== true)
      return '--recording puts a recording into the bundle. Say --bundle as well.'
    if (values.json === true && values.bundle === true) return '--json and --bundle are two ways of saying it. Choose one.'
    return values
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}
