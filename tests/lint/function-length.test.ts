import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files'

/** A function longer than this does several things. The aim is 80. */
const MOST_LINES = 120

/** The functions of a file with more lines than allowed, as `file:line name (lines)`. */
function longFunctions({ place, text }: SourceFile, most = MOST_LINES): readonly string[] {
  if (text.split('\n').length <= most) return []
  const file = ts.createSourceFile(place, text, ts.ScriptTarget.Latest)
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [lineOf(node.getStart(file)), lineOf(node.end)]
      const lines = last - first + 1
      if (lines > most) found.push(`${place}:${first + 1} ${node.name?.getText(file) ?? 'without a name'} (${lines} lines)`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('the functions of the sources', () => {
  it(`have ${MOST_LINES} lines at most`, () => {
    expect(sourceFiles(['src'], /\.tsx?$/).flatMap((file) => longFunctions(file))).toEqual([])
  })

  it.each([
    ['a function', 'function one() {\n\n}', 'one'],
    ['an arrow function', 'const one = () => {\n\n}', 'without a name'],
    ['a method', 'const object = {\n  one() {\n\n  },\n}', 'one'],
    ['an inner function', 'function outer() { function one() {\n\n} }', 'one'],
  ])('are found where %s is too long', (_kind, text, name) => {
    const found = longFunctions({ place: 'planted.ts', text }, 2)
    expect(found.some((line) => line.includes(` ${name} (3 lines)`))).toBe(true)
  })
})
