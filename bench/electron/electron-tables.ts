import { amount, markdownTable } from '../lib/table'
import type { InElectron } from './measure-in-electron'

/** What was measured in real Electron, as Markdown: times, then processor time. */
export function electronTables({ electron, times, outputLatencyMs, loads }: InElectron): readonly string[] {
  return [
    `In Electron ${electron}, ms; the sound system's own delay behind the player is ${amount(outputLatencyMs)} ms there`,
    markdownTable(
      ['from → to', 'times', 'median', 'P95', 'longest'],
      times.map(({ name, milliseconds }) => {
        const sorted = [...milliseconds].sort((one, other) => one - other)
        const at = (share: number): string => amount(Math.max(0, Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)))
        return [name, String(sorted.length), at(0.5), at(0.95), at(1)]
      }),
    ),
    'Processor time of the whole app in Electron, ms for each second',
    markdownTable(
      ['', 'main', 'page', 'sound process', 'drawing and the rest'],
      loads.map(({ name, load }) => [name, ...[load.main, load.page, load.sound, load.other].map((value) => amount(value))]),
    ),
  ]
}
