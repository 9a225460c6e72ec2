import { describe, expect, it } from 'vitest'
import { quitTasks } from '../../src/main/platform/quit-tasks'
import { createFakeClock } from '../support/fake-clock'

describe('the end of the app', () => {
  it('waits for every task, once, and not for a removed one', async () => {
    const done: string[] = []
    const tasks = quitTasks(createFakeClock(), () => undefined)
    tasks.add(async () => void done.push('store'))
    tasks.add(async () => void done.push('session'))
    tasks.add(async () => void done.push('taken back')).dispose()
    await Promise.all([tasks.run(), tasks.run()])
    expect(done).toEqual(['store', 'session'])
    expect(await tasks.run()).toBe('in-order')
  })

  it('comes although a task fails, and the failure is reported', async () => {
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

  it('comes although a task hangs, by force then, and that is reported', async () => {
    const clock = createFakeClock()
    const reports: string[] = []
    const tasks = quitTasks(clock, (what) => reports.push(what))
    tasks.add(() => new Promise<void>(() => undefined))
    const ended = tasks.run()
    clock.advance(5000)
    expect(await ended).toBe('by-force')
    expect(reports).toEqual(['the end took too long'])
  })

  it('comes by force, after all tasks, if something in the process can’t be ended', async () => {
    const done: string[] = []
    const tasks = quitTasks(createFakeClock(), () => undefined)
    tasks.add(async () => {
      tasks.endByForce()
      await Promise.resolve()
      done.push('store')
    })
    expect(await tasks.run()).toBe('by-force')
    expect(done).toEqual(['store'])
  })
})
