import { expect, onTestFinished, test } from 'vitest'
import { startInProcess } from '../support/app-in-process'
import { fileOfMany } from '../support/many-conversations'
import { PATIENCE, sized } from '../support/scale'

const COUNT = sized(100_000, 1000)

test('calls are answered while many conversations are imported: while they are checked, and while they are stored', {
  timeout: PATIENCE,
}, async () => {
  const app = await startInProcess({ fixtures: [] })
  onTestFinished(() => app.remove())
  for (const [index, bytes] of fileOfMany(COUNT).entries()) await app.call('history.importPiece', { first: index === 0, bytes })
  let ended = false
  const importing = app.call('history.import', null).finally(() => {
    ended = true
  })
  const answeredAt: number[] = []
  while (!ended) {
    await app.call('rules.list', null)
    answeredAt.push(app.told('history.importing').at(-1)?.percent ?? 0)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await importing).conversationIds).toHaveLength(COUNT)
  const between = (from: number, to: number) => answeredAt.filter((percent) => percent > from && percent < to).length
  expect(between(0, 50)).toBeGreaterThan(0)
  expect(between(50, 100)).toBeGreaterThan(5)
  expect((await app.call('storage.facts', null)).conversations).toBe(COUNT)
})
