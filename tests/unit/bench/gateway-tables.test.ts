import { expect, it } from 'vitest'
import { gatewayTables } from '../../../bench/gateway/gateway-tables'

const machine = { cpu: 'A processor', cores: 2, node: '22.0.0', platform: 'linux x64', memoryGb: 8 }
const level = (clients: number, processor: number | null) => ({
  clients,
  seconds: 2,
  processorPerClientSecond: processor,
  memoryPerClient: processor === null ? null : 2 * 1024 ** 2,
  firstSound: { median: 40, worst: 80 },
  roundTrip: { median: 1, p99: 4, worst: 9 },
})

it('the table of the gateway has a row for each number of clients, and says how the cost of one grows', () => {
  const told = gatewayTables({ date: '2026-11-28', machine, levels: [level(1, 10), level(32, 12)] })
  expect(told.split('\n').filter((line) => line.startsWith('| 1 ') || line.startsWith('| 32 '))).toHaveLength(2)
  expect(told).toContain('Among 32 clients each costs 1.2 times the processor time of one alone.')
  const untold = gatewayTables({ date: '2026-11-28', machine, levels: [level(1, null), level(32, null)] })
  expect(untold).toContain('not told')
})
