import { expect, it } from 'vitest'
import { refusalCodes } from '../../src/shared/i18n/refusal-codes'
import { sourceFiles } from './source-files'

/**
 * Refusals of these never reach the page in this wording: commands, recordings, other programs, and steps whose failure
 * is worded again.
 */
const elsewhere = [
  /^src\/main\/(?:cli|replay)\//,
  /^src\/shared\/(?:fixtures|protocol)\//,
  /^src\/shared\/audio\/wav\.ts$/,
  /^src\/shared\/ipc\/frame\.ts$/,
  /^src\/main\/data\/worker\/settle-copy\.ts$/,
]

/** A refusal that is worded in place: its code, and the beginning of its text. */
const refusal = /\b(?:CallError|failure)\(\s*'([\w-]+)',([\s\S]{0,60})/g

const known: ReadonlySet<string> = new Set(refusalCodes)

it('every refusal of main is shown in the language of the page: by its code, which every language has a text for, or by its message', () => {
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
