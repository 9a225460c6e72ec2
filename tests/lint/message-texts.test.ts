import { expect, it } from 'vitest'
import { linesWith, sourceFiles } from './source-files'

/** Places that make a text for the user in the thread: a failed call, a withdrawn approval, an ended run. */
const untold = /errorText: ['`]|\brefused\(['`]|\bwithdraw\([^)]*, ['`]|\babort\(['`]/

it('why a call ended is stored as a message that the page can show in its own language', () => {
  const files = sourceFiles(['src'])
  expect(files.length).toBeGreaterThan(100)
  expect(linesWith(files, untold)).toEqual([])
})
