import { expect, it } from 'vitest'
import { electronTables } from '../../../bench/electron/electron-tables'

it('measurements in Electron are reported by median, 95th percentile and maximum, in any order', () => {
  const milliseconds = [40, ...Array.from({ length: 18 }, (_, index) => index + 1), 30]
  const [head, times, , loads] = electronTables({
    electron: '33.2.1',
    times: [{ name: 'the key goes down → first sound', milliseconds }],
    outputLatencyMs: 26,
    loads: [{ name: 'a talk by key', load: { main: 28.3, page: 111.6, sound: 31.6, other: 0 } }],
  })
  expect(head).toContain('Electron 33.2.1')
  expect(head).toContain('26 ms')
  expect(times?.split('\n').at(-1)).toBe('| the key goes down → first sound |    20 |     10 |  30 |      40 |')
  expect(
    loads
      ?.split('\n')
      .at(-1)
      ?.split(/ *\| */),
  ).toEqual(['', 'a talk by key', '28.3', '112', '31.6', '0', ''])
})
