import { expect, it } from 'vitest'
import { listFaults } from '../../../src/main/replay/simulator/faults/catalogue'
import { words as english } from '../../../src/shared/languages/en'
import { words as japanese } from '../../../src/shared/languages/ja'

it('every fault of the catalogue has its English text from the catalogue, and a Japanese one', () => {
  expect(english.faults).toEqual(Object.fromEntries(listFaults().map(({ name, what }) => [name, what])))
  for (const told of Object.values(japanese.faults)) expect(told).toMatch(/[ぁ-ん].*。$/)
})
