import { amount, markdownTable } from '../lib/table'
import type { GatewayResult, Level } from './gateway-bench'

/** The result as Markdown: one row for each number of clients, then what a further client costs. */
export function gatewayTables({ date, machine, levels }: GatewayResult): string {
  return [
    `Measured on ${date} with Node ${machine.node}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}. The clients run on the same machine.`,
    markdownTable(
      [
        'live clients',
        'processor, ms per client and second',
        'memory, MB per client',
        'first sound, ms',
        'worst',
        'ping, ms',
        '99 %',
        'worst',
      ],
      levels.map(({ clients, processorPerClientSecond, memoryPerClient, firstSound, roundTrip }) => [
        String(clients),
        shown(processorPerClientSecond),
        shown(memoryPerClient, 1024 ** 2),
        shown(firstSound.median),
        shown(firstSound.worst),
        shown(roundTrip.median),
        shown(roundTrip.p99),
        shown(roundTrip.worst),
      ]),
    ),
    growth(levels),
  ].join('\n\n')
}

/** Linear growth is a cost per client that does not rise with their number. */
function growth(levels: readonly Level[]): string {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first?.processorPerClientSecond == null || last?.processorPerClientSecond == null)
    return 'The system does not tell what a process costs.'
  const times = last.processorPerClientSecond / first.processorPerClientSecond
  return `Among ${last.clients} clients each costs ${amount(times)} times the processor time of one alone.`
}

function shown(value: number | null, scale = 1): string {
  return value === null ? 'not told' : amount(value / scale)
}
