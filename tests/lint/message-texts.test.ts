import { expect, it } from 'vitest'
import { linesWith, sourceFiles } from './source-files'

/** Where a text is made that the user reads in the thread: a failed call, a question taken back, a run that is ended. */
const untold = /errorText: ['`]|\brefused\(['`]|\bwithdraw\([^)]*, ['`]|\babort\(['`]/

it('why a call ended is told in words that the page can say in its own language', () => {
  const files = sourceFiles(['src'])
  expect(files.length).toBeGreaterThan(100)
  expect(linesWith(files, untold)).toEqual([])
})
