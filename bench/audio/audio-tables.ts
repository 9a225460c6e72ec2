import { electronTables } from '../electron/electron-tables'
import { amount, markdownTable } from '../lib/table'
import { voiceTable } from '../voice/voice-bench'
import type { AudioResult } from './audio-bench'
import { designs, type TraceResult } from './measure-audio'

/** What the settings call the sensitivities. */
const WORDS = { low: 'carefully', normal: 'normally', high: 'easily' } as const

/** The result as Markdown: traces, cutting in, processor time, voices, Electron. */
export function audioTables({ traces, bargeIn, costs, voice, inElectron }: AudioResult): string {
  return [
    'Gaps / ms of them / clicks · ms to the first sample (and what was never heard)',
    markdownTable(['trace', ...designs.map(({ name }) => name)], traceRows(traces)),
    'Cutting in: ms until silence (the worst of several moments), clicks, and what is lost of 1500 ms of the next answer 60 and 600 ms later',
    markdownTable(
      ['', 'ms', 'ms, page held up', 'clicks', 'lost after 60 ms', 'lost after 600 ms'],
      designs.map(({ name }) => {
        const of = (stalled: boolean, nextAfterMs: number) =>
          bargeIn.find((one) => one.design === name && one.stalled === stalled && one.nextAfterMs === nextAfterMs)
        const shown = (value: number | undefined) => (value === undefined ? '' : amount(Math.round(value * 10) / 10))
        return [
          name,
          shown(of(false, 60)?.flushMs),
          shown(of(true, 60)?.flushMs),
          shown(of(false, 60)?.clicks),
          shown(of(false, 60)?.lostOfNextMs),
          shown(of(false, 600)?.lostOfNextMs),
        ]
      }),
    ),
    'Processor time for a second of sound',
    markdownTable(
      ['', 'ms'],
      costs.map(({ name, msPerSecond }) => [name, amount(msPerSecond)]),
    ),
    ...voice.flatMap((heard) => [`Voices in noise, heard ${WORDS[heard.speechSensitivity]}`, voiceTable(heard)]),
    ...(inElectron === null ? [] : electronTables(inElectron)),
  ].join('\n\n')
}

function traceRows(results: readonly TraceResult[]): readonly (readonly string[])[] {
  const names = [...new Set(results.map(({ trace }) => trace))]
  return names.flatMap((trace) =>
    [false, true].map((stalled) => [
      stalled ? `${trace}, page held up` : trace,
      ...designs.map(({ name }) => {
        const found = results.find((one) => one.trace === trace && one.stalled === stalled && one.design === name)
        if (found === undefined) return ''
        const lost = found.lostMs < 1 ? '' : ` (${amount(Math.round(found.lostMs))} ms lost)`
        return `${found.gaps}/${Math.round(found.gapMs)}/${found.clicks} · ${Math.round(found.firstMs ?? 0)}${lost}`
      }),
    ]),
  )
}
