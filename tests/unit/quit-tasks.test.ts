import { describe, expect, it } from 'vitest'
import { quitTasks } from '../../src/main/quit-tasks'
import { createFakeClock } from '../support/fake-clock'

describe('the end of the app', () => {
  it('waits for every task, once, and not for one that was taken back', async () => {
    const done: string[] = []
    const tasks = quitTasks(createFakeClock(), () => undefined)
    tasks.add(async () => void done.push('store'))
    tasks.add(async () => void done.push('session'))
    tasks.add(async () => void done.push('taken back')).dispose()
    await Promise.all([tasks.run(), tasks.run()])
    expect(done).toEqual(['store', 'session'])
  })

  it('comes although a task fails, and the failure is told', async () => {
    const reports: unknown[] = []
    const done: string[] = []
    const tasks = quitTasks(createFakeClock(), (_what, detail) => reports.push(detail))
    const failure = new Error('disk full')
    tasks.add(() => Promise.reject(failure))
    tasks.add(async () => void done.push('store'))
    await tasks.run()
    expect(reports).toEqual([failure])
    expect(done).toEqual(['store'])
  })

  it('comes although a task hangs', async () => {
    const clock = createFakeClock()
    const tasks = quitTasks(clock, () => undefined)
    tasks.add(() => new Promise<void>(() => undefined))
    const ended = tasks.run()
    clock.advance(5000)
    await ended
  })
})
