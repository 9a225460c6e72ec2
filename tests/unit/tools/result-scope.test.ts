import { expect, it } from 'vitest'
import { builtInToolsOnPaper } from '../../support/built-in-tools-on-paper'

it('every tool whose results the audit trail keeps to itself gives them only to programs with the scope of data', () => {
  const secret = builtInToolsOnPaper().filter(({ secretResults }) => secretResults.length > 0)
  expect(secret.map(({ name }) => name)).toContain('get_location')
  expect(secret.filter(({ resultScope }) => resultScope !== 'data').map(({ name }) => name)).toEqual([])
})
