import { describe, expect, it } from 'vitest'
import { mean } from '../../../bench/lib/mean'
import { amount, markdownTable } from '../../../bench/lib/table'
import { aiSdk, aiSdkSse } from '../../../bench/protocol/paths/ai-sdk'
import { floor } from '../../../bench/protocol/paths/floor'
import { parley, parleySse } from '../../../bench/protocol/paths/parley'
import { tanstack } from '../../../bench/protocol/paths/tanstack'
import { responseOf } from '../../../bench/protocol/response-of'
import { piecesOf, workloads } from '../../../bench/protocol/workloads'

const endOf = (name: string) =>
  workloads
    .find((workload) => workload.name === name)
    ?.events()
    .slice(-40) ?? []

describe('the paths that the bench measures', { timeout: 60_000 }, () => {
  it('all read the whole stream, however it is cut', async () => {
    const events = endOf('short deltas')
    const fetchStream = async () => responseOf(piecesOf(events))
    expect(await floor(fetchStream)).toBe(events.length)
    for (const path of [parley, aiSdk, tanstack]) expect(await path(fetchStream)).toBeGreaterThanOrEqual(events.length)
  })

  it.each(['short deltas', 'long text', 'thoughts'])('make as many chunks as each other of %s, so that none does less', async (name) => {
    const fetchStream = async () => responseOf(piecesOf(endOf(name)))
    expect(await parley(fetchStream)).toBe(await aiSdk(fetchStream))
  })

  it('write the text of every chunk if text is measured', async () => {
    const events = endOf('huge events')
    const characters = events.join('').length
    const fetchStream = async () => responseOf(piecesOf(events))
    for (const path of [parleySse, aiSdkSse]) expect(await path(fetchStream)).toBeGreaterThan(characters / 2)
  })
})

describe('the numbers of a bench', () => {
  it('are means', () => {
    expect([mean([3, 1, 2]), mean([4, 1, 3, 4]), mean([5])]).toEqual([2, 3, 5])
  })

  it('are written as a table that is readable as text too', () => {
    expect([amount(1234.5), amount(12.345), amount(0.012345)]).toEqual(['1,235', '12.3', '0.0123'])
    expect(markdownTable(['a', 'bb'], [['one', '2']])).toBe('| a   |  bb |\n|-----|----:|\n| one |   2 |')
  })
})
