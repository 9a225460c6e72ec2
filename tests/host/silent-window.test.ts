import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import type { Clock } from '../../src/shared/lib/clock'
import { getLocation } from '../../src/shared/tools/get-location'
import { startInProcess } from '../support/app-in-process'
import { toolFixture } from '../support/fixture-facts'

/** The computer's clock, with a tool deadline that the test triggers. */
function clockWithDeadlines() {
  const deadlines: (() => void)[] = []
  const clock: Clock = {
    now: systemClock.now,
    after(delayMs, task) {
      const timer = systemClock.after(delayMs, task)
      if (delayMs === getLocation.timeoutMs) deadlines.push(task)
      return timer
    },
  }
  return { clock, passLast: () => deadlines.at(-1)?.() }
}

test('an allowed call that the window never answers ends with its time: the model, the thread and the trail say so', async () => {
  const { clock, passLast } = clockWithDeadlines()
  const app = await startInProcess({ fixtures: [await toolFixture('where-am-i')], speed: 100, clock })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Where am I?' })
  await app.until(() => app.told('approval.changed').length === 1)
  const [question] = app.told('approval.changed')
  const { approvalId = '', inputHash = '', toolCallId = '' } = question ?? {}
  expect(app.told('tool.run')).toEqual([])
  await app.call('approval.decide', { approvalId, inputHash, approved: true })
  await app.until(() => app.told('tool.run').length === 1)
  expect(app.told('tool.run')).toMatchObject([{ toolCallId, name: 'get_location' }])

  passLast()
  const chunks = () => app.told('stream.chunk').map(({ chunk }) => chunk)
  const said = () => chunks().reduce((words, chunk) => (chunk.type === 'text-delta' ? `${words}${chunk.delta}` : words), '')
  await app.until(() => said().endsWith('I could not find out where you are.'))
  expect(app.told('tool.cancel')).toEqual([{ toolCallId }])
  const late = { kind: 'result', output: { latitude: 1, longitude: 2, accuracy: 3 } } as const
  await expect(app.call('tool.settle', { toolCallId, outcome: late })).rejects.toThrow('call-not-given')

  const errors = chunks().filter(({ type }) => type === 'tool-output-error')
  expect(errors).toMatchObject([{ errorText: 'The tool did not end within 30 s and was stopped.' }])
  const { entries } = await app.call('audit.list', { conversationId, limit: 10 })
  expect(entries.map(({ event }) => (event.kind === 'decided' ? event.decision : event.kind)).toReversed()).toEqual([
    'requested',
    'asked',
    'allowed',
    'executed',
    'refused',
  ])
  expect(entries.find(({ event }) => event.kind === 'executed')?.event).toMatchObject({ outcome: 'failed', result: null })
})
