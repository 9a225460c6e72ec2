import { listFaults, rowsWithoutFault } from '../../src/main/replay/simulator/faults/catalogue'

/** The simulator's catalogue of faults, by family, as Markdown. */
export function faultTable(): string {
  const faults = listFaults().map(({ name, family, rows, times, parameters, what }) => {
    const settings = Object.entries(parameters).map(([key, { value }]) => `\`${key}=${value}\``)
    return `| \`${name}\` | ${family} | ${what} | ${times} | ${settings.join(' ')} | ${rows.join(', ')} |`
  })
  const settings = new Map(
    listFaults().flatMap(({ parameters }) => Object.entries(parameters).map(([key, { what }]) => [key, what] as const)),
  )
  return [
    '| fault | family | what the server does | times | settings | shows |',
    '|---|---|---|---|---|---|',
    ...faults,
    '',
    '| setting | meaning |',
    '|---|---|',
    ...[...settings].map(([key, what]) => `| \`${key}\` | ${what} |`),
    '',
    ...rowsWithoutFault.map(({ row, why }) => `* ${row}: ${why}`),
  ].join('\n')
}
