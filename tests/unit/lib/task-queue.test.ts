import { expect, it } from 'vitest'
import { createLeftovers, createTaskQueue, untilDone } from '../../../src/main/lib/task-queue'

it('a failed task is reported to its own caller, and those after it run in order', async () => {
  const inOrder = createTaskQueue()
  const ran: string[] = []
  const task = (name: string, fails = false) =>
    inOrder(async () => {
      await Promise.resolve()
      ran.push(name)
      if (fails) throw new Error(`no ${name}`)
      return name
    })
  const [first, second, third] = [task('one'), task('two', true), task('three')]
  await expect(second).rejects.toThrow('no two')
  expect(await Promise.all([first, third])).toEqual(['one', 'three'])
  expect(ran).toEqual(['one', 'two', 'three'])
})

it('leftovers are awaited even if one of them fails, which is reported once', async () => {
  const reports: unknown[] = []
  const leftovers = createLeftovers((error) => reports.push(error))
  let finish: () => void = () => undefined
  leftovers.add(Promise.reject(new Error('gone')))
  let isOver = false
  leftovers.add(
    new Promise<void>((resolve) => {
      finish = resolve
    }).then(() => {
      isOver = true
    }),
  )
  const settled = leftovers.settled()
  finish()
  await settled
  expect(isOver).toBe(true)
  expect(reports).toEqual([new Error('gone')])
  await leftovers.settled()
})

it('after a failure the next call tries again, and it is done once', async () => {
  let tries = 0
  const ready = untilDone(async () => {
    tries += 1
    if (tries === 1) throw new Error('the disk is full')
    return tries
  })
  await expect(ready()).rejects.toThrow('the disk is full')
  expect(await Promise.all([ready(), ready()])).toEqual([2, 2])
  expect(await ready()).toBe(2)
})
