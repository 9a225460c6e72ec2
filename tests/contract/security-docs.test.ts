import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * The lines of the table: the number of a check (a line without one belongs to the check above it), its test, and the
 * test's file.
 */
function checks(document: string): readonly { readonly number: number; readonly test: string; readonly file: string }[] {
  let number = 0
  return document.split('\n').flatMap((line) => {
    const [, first = '', , test = '', file = ''] = line.split('|').map((cell) => cell.trim())
    if (!/^`tests\/.*`$/.test(file)) return []
    if (first !== '') number = Number(first)
    return [{ number, test, file: file.replaceAll('`', '') }]
  })
}

it('docs/security-checks.md has every check of the app, each with an existing test', () => {
  const listed = checks(readFileSync('docs/security-checks.md', 'utf8'))
  const wanted = [...Array.from({ length: 37 }, (_, index) => index + 1), 56, 57, 58, 59, 60]
  expect([...new Set(listed.map(({ number }) => number))]).toEqual(wanted)
  const names = (file: string): string => readFileSync(file, 'utf8').replaceAll("\\'", "'")
  expect(listed.filter(({ test, file }) => test === '' || !existsSync(file) || !names(file).includes(test))).toEqual([])
})
