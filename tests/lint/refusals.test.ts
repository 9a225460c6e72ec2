import { expect, it } from 'vitest'
import { refusalCodes } from '../../src/shared/i18n/refusal-codes'
import { sourceFiles } from './source-files'

/** What these refuse never reaches the page as they word it: commands, recordings, outside programs, and steps whose end is worded anew. */
const elsewhere = [
  /^src\/main\/(?:cli|replay)\//,
  /^src\/shared\/(?:fixtures|protocol)\//,
  /^src\/shared\/audio\/wav\.ts$/,
  /^src\/shared\/ipc\/frame\.ts$/,
  /^src\/main\/data\/worker\/settle-copy\.ts$/,
]

/** A refusal that is worded on the spot: its code, and how its words begin. */
const refusal = /\b(?:CallError|failure)\(\s*'([\w-]+)',([\s\S]{0,60})/g

const known: ReadonlySet<string> = new Set(refusalCodes)

it('whatever main refuses is told in the language of the page: by its code, for which every language has words, or by the text that it told', () => {
  const files = sourceFiles(['src/main', 'src/shared']).filter(({ place }) => !elsewhere.some((one) => one.test(place)))
  const found = files.flatMap(({ place, text }) =>
    [...text.matchAll(refusal)].map(([, code = '', words = '']) => ({
      place,
      code,
      isTold: /\b(?:messageOf|textOf)\(/.test(words),
    })),
  )
  expect(found.length).toBeGreaterThan(80)
  expect(found.filter(({ code, isTold }) => !isTold && !known.has(code))).toEqual([])
})
