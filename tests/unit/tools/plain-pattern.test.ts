import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilesInRe2 } from '../../../src/main/replay/simulator/re2-pattern'
import { isPlainPattern } from '../../../src/shared/tools/plain-pattern'

describe('a pattern for the service', () => {
  it.each([
    '^[A-Z]{3}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '(?:a|b)+c?',
    '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$',
    '\\[[^\\]]*\\]',
    '^.{1,1000}$',
    '東京|京都',
    '',
  ])('is sent unchanged: %s', (pattern) => {
    expect(isPlainPattern(pattern)).toBe(true)
  })

  it.each([
    ['does not compile', ['(', '[', 'a**', '[b-a]', 'a{2,1}', '\\', '*a', '{']],
    ['looks around', ['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '^(?=.*\\d).+$']],
    ['refers back', ['(a)\\1', '(?<name>a)\\k<name>']],
    ['names its groups or sets flags', ['(?<name>a)', '(?i:a)']],
    ['means more to JavaScript than to RE2', ['\\s', '[\\s]', '[^\\S]', '\\p{L}', '\\u0041', '\\x41', '\\cA', '\\0']],
    ['has a class that only one of both knows', ['[]', '[^]', '[[:alpha:]', '[\\b]']],
    ['counts too far', ['a{1001}', 'a{2,1001}', '(?:a{40}){40}', '(?:(?:a{20}){20}b){20}', '((a{11}b{2}){10}){10}']],
    ['is too long', ['a'.repeat(201)]],
    ['is half a character', ['\ud83d']],
    ['is no text', [null, 7, ['a'], { pattern: 'a' }]],
  ])('is described as text if it %s', (_why, patterns) => {
    expect(patterns.filter((pattern) => isPlainPattern(pattern))).toEqual([])
  })

  it('compiles, whatever its content', () => {
    const pieces = fc.constantFrom('a', '(', ')', '[', ']', '^', '-', '\\', 'd', 's', '1', '{', '}', ',', '2', '?', '*', '|', ':', '=', '<')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const pattern = parts.join('')
        if (!isPlainPattern(pattern)) return
        new RegExp(pattern, 'u')
        expect(compilesInRe2(pattern), pattern).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
