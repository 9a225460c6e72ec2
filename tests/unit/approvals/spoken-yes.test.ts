import { describe, expect, it } from 'vitest'
import { isSpokenYes } from '../../../src/shared/approvals/spoken-yes'

describe('a spoken yes', () => {
  it.each([
    'Yes.',
    'yes',
    'Yeah, sure.',
    'OK, go ahead!',
    'Yes please, Parley.',
    'はい。',
    'はい、お願いします。',
    'うん、いいよ',
    'オーケー',
    '許可します',
  ])('%s is one', (words) => {
    expect(isSpokenYes(words)).toBe(true)
  })

  it.each([
    '',
    'No.',
    'Not yes.',
    'Yes, but only fifty euros.',
    'Yesterday.',
    'Okay what is this?',
    'Say yes to the other one.',
    'please',
    'いいえ',
    'はい、でも半分だけ',
    `${'yes '.repeat(40)}`,
  ])('%j is none', (words) => {
    expect(isSpokenYes(words)).toBe(false)
  })

  it('is found quickly in anything', () => {
    expect(isSpokenYes(`${'do it '.repeat(9)}x`)).toBe(false)
  })
})
