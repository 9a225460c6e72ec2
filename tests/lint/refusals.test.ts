import { expect, it } from 'vitest'
import { refusalsJa } from '../../src/renderer/i18n/refusals-ja'
import { sourceFiles } from './source-files'

/** What these refuse never reaches the page as they word it: commands, recordings, outside programs, and steps whose end is worded anew. */
const elsewhere = [
  /^src\/main\/(?:cli|fixtures|replay)\//,
  /^src\/shared\/(?:fixtures|protocol)\//,
  /^src\/shared\/audio\/wav\.ts$/,
  /^src\/shared\/ipc\/frame\.ts$/,
  /^src\/main\/data\/worker\/settle-copy\.ts$/,
]

/** A refusal that is worded on the spot: its code, and how its words begin. */
const refusal = /\b(?:CallError|failure)\(\s*'([\w-]+)',([\s\S]{0,60})/g

it('whatever main refuses is told in Japanese on a Japanese page: by its code, or by the text that it told', () => {
  const files = sourceFiles(['src/main', 'src/shared']).filter(({ place }) => !elsewhere.some((one) => one.test(place)))
  const found = files.flatMap(({ place, text }) =>
    [...text.matchAll(refusal)].map(([, code = '', words = '']) => ({
      place,
      code,
      isTold: /\b(?:tell|told|asTold)\w*\(/.test(words),
    })),
  )
  expect(found.length).toBeGreaterThan(80)
  expect(found.filter(({ code, isTold }) => !isTold && !Object.hasOwn(refusalsJa, code))).toEqual([])
})
