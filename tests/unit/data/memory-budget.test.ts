import { expect, test } from 'vitest'
import { createMemoryBudget } from '../../../src/main/data/memory-budget'

test('queries at the same time have one limit of memory together: what does not fit waits for the others to end', async () => {
  const budget = createMemoryBudget(2_000)
  const begun: string[] = []
  const job = async (name: string, bytes: number, signal?: AbortSignal) => {
    const release = await budget.take(bytes, signal)
    begun.push(name)
    return release
  }
  const first = await job('first', 1_000)
  const second = await job('second', 1_000)
  const third = job('third', 1_500)
  const small = job('small', 200)
  const cancelled = new AbortController()
  const fourth = job('fourth', 1_000, cancelled.signal)
  cancelled.abort(new Error('no longer wanted'))
  await expect(fourth).rejects.toThrow('no longer wanted')
  expect(begun).toEqual(['first', 'second'])
  first()
  first()
  const smallDone = await small
  expect(begun).toEqual(['first', 'second', 'small'])
  second()
  const thirdDone = await third
  smallDone()
  const tooLarge = job('larger than all', 3_000)
  thirdDone()
  const last = await tooLarge
  expect(begun).toEqual(['first', 'second', 'small', 'third', 'larger than all'])
  const waits = job('never', 1)
  budget.close()
  await expect(waits).rejects.toThrow('closed')
  last()
})
