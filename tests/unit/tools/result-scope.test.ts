import { expect, it } from 'vitest'
import { builtInToolsOnPaper } from '../../support/built-in-tools-on-paper'

it('every tool whose results the audit trail keeps to itself gives them only to programs with the scope of data', () => {
  const secret = builtInToolsOnPaper().filter(({ secretResults }) => secretResults.length > 0)
  expect(secret.map(({ name }) => name)).toContain('get_location')
  expect(secret.filter(({ resultScope }) => resultScope !== 'data').map(({ name }) => name)).toEqual([])
})

it('every tool gives its results only to programs with the scope of data, but those whose results tell nothing of the user', () => {
  const free = builtInToolsOnPaper().filter(({ resultScope }) => resultScope === null)
  expect(free.map(({ name }) => name).sort()).toEqual([
    'cancel_timer',
    'change_bgm',
    'export_csv',
    'get_weather',
    'list_timers',
    'look',
    'open_url',
    'process_payment',
    'set_timer',
    'write_clipboard',
  ])
})
