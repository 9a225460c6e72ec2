import { expect, it } from 'vitest'
import { createCallProgress, progressPause } from '../../../src/main/servers/call-progress'
import type { CallProgress } from '../../../src/shared/ipc/tool-server-calls'
import { createFakeClock } from '../../support/fake-clock'

it('the progress of a call is reported at most every quarter of a second, the latest in the end, with bounded and visible words', () => {
  const clock = createFakeClock()
  const reports: CallProgress[] = []
  const progress = createCallProgress('call-1', clock, (one) => reports.push(one))
  for (let done = 1; done <= 1000; done += 1) progress.take({ progress: done, total: 1000 })
  expect(reports.map(({ done }) => done)).toEqual([1])
  clock.advance(progressPause)
  expect(reports.map(({ done }) => done)).toEqual([1, 1000])
  clock.advance(progressPause)
  progress.take({ progress: 1, message: `\u202e${'x'.repeat(1000)}` })
  expect(reports).toHaveLength(3)
  expect(reports[2]).toMatchObject({ toolCallId: 'call-1', total: null })
  expect(reports[2]?.message).not.toContain('\u202e')
  expect(reports[2]?.message).toHaveLength(200)
  progress.take({ progress: 2 })
  progress.end()
  clock.advance(progressPause)
  expect(reports).toHaveLength(3)
})
