import type { diagnosticsCalls } from '../../shared/diagnostics/diagnosis'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Notice, Settings } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { modelText } from '../../shared/messages/message'
import { type SaveExportOptions, saveExport } from '../storage/save-export'
import { bundleText } from './bundle'
import { type Installation, lookAtMachine } from './look-at-machine'
import { readLog } from './read-log'
import type { SavedRecordings } from './saved-recordings'

/** Dependencies of these calls. */
export interface DiagnosticsOptions {
  readonly clock: Clock
  readonly newId: NewId
  readonly exports: SaveExportOptions
  readonly recordings: SavedRecordings
  /** Read every time, because keys and states change. */
  installation(): Installation
  settings(): Settings
  notices(): readonly Notice[]
}

/** Lines of the log in a bundle, and per read of the window. */
const BUNDLED_LINES = 1000
const SHOWN_LINES = 5000

/** The handlers of the diagnostics calls. A bundle is saved exactly as it was shown. */
export function createDiagnosticsHandlers(options: DiagnosticsOptions): Pick<Handlers, keyof typeof diagnosticsCalls> {
  const { clock, recordings } = options
  let shown: { readonly bundleId: string; readonly fileName: string; readonly text: string } | null = null

  return {
    async 'diagnostics.collect'({ sound, choices }) {
      const here = options.installation()
      const { entries } = await readLog(here.userDataFolder, here, BUNDLED_LINES)
      const findings = await lookAtMachine(here, entries, sound)
      const offered = await recordings.list()
      const chosen = await Promise.all(choices.recordings.map(async (name) => ({ name, text: await recordings.read(name) })))
      const at = clock.now()
      const text = bundleText(
        {
          at,
          ...here,
          findings,
          sound,
          hotkey: here.running?.hotkey ?? null,
          notices: options.notices().map(({ kind, detail }) => (detail === '' ? kind : `${kind}: ${modelText(detail)}`)),
          settings: choices.settings ? options.settings() : null,
          log: choices.log ? entries : null,
          recordings: chosen.flatMap(({ name, text: recorded }) => (recorded === null ? [] : [{ name, text: recorded }])),
        },
        here,
      )
      const stamp = new Date(at).toISOString().slice(0, 16).replace('T', '-').replace(':', '')
      shown = { bundleId: options.newId('bundle'), fileName: `parley-diagnostics-${stamp}.txt`, text }
      return { ...shown, findings, recordings: offered }
    },
    'diagnostics.save': async ({ bundleId }) => {
      if (shown?.bundleId !== bundleId)
        throw new CallError('diagnostics-gone', 'This bundle is not the one that was put together last. Look at it again, then save it.')
      return saveExport(shown, options.exports)
    },
    'log.read': async () => {
      const here = options.installation()
      return readLog(here.userDataFolder, here, SHOWN_LINES)
    },
  }
}
