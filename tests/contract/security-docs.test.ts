import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A line of a table: the number of a check (a line without one belongs to the check above it), its test, and the test's file. */
interface Check {
  readonly number: number
  readonly test: string
  readonly file: string
}

/** The lines of all tables, without their heads; `file` is empty where a line names none in its last cell. */
function checks(document: string): readonly Check[] {
  let number = 0
  return document.split('\n').flatMap((line) => {
    if (!line.startsWith('|') || line.startsWith('|---') || line.endsWith('| in |')) return []
    const [, first = '', , test = '', file = '', ...more] = line.split('|').map((cell) => cell.trim())
    if (first !== '') number = Number(first)
    return [{ number, test, file: more.length === 1 ? (/^`(tests\/.*)`$/.exec(file)?.[1] ?? '') : '' }]
  })
}

/** The checks of which no test is there: its title must be one of the file, from its beginning. */
function withoutTest(listed: readonly Check[]): readonly Check[] {
  const text = (file: string): string => readFileSync(file, 'utf8').replaceAll("\\'", "'")
  const isTitle = (file: string, test: string): boolean => [`'${test}`, `"${test}`, `\`${test}`].some((title) => text(file).includes(title))
  return listed.filter(({ test, file }) => test === '' || !existsSync(file) || !isTitle(file, test))
}

it('docs/security-checks.md has every check of the app, each with an existing test', () => {
  const listed = checks(readFileSync('docs/security-checks.md', 'utf8'))
  const wanted = [...Array.from({ length: 37 }, (_, index) => index + 1), 56, 57, 58, 59, 60]
  expect([...new Set(listed.map(({ number }) => number))]).toEqual(wanted)
  expect(withoutTest(listed)).toEqual([])
})

it.each([
  ['names no file', '|  | Nothing gets in | docs/security-checks.md has every check | somewhere |'],
  ['names a file that is not there', '|  | Nothing gets in | docs/security-checks.md has every check | `tests/gone.test.ts` |'],
  ['names a test that is not there', '|  | Nothing gets in | has every check of the app | `tests/contract/security-docs.test.ts` |'],
  ['has a cell too many', '|  | Nothing gets in | docs/security-checks.md has every | check | `tests/contract/security-docs.test.ts` |'],
])('a line that %s is found', (_, line) => {
  expect(withoutTest(checks(line))).toHaveLength(1)
})
