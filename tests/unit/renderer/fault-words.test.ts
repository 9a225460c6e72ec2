import { expect, it } from 'vitest'
import { listFaults } from '../../../src/main/fixtures/faults/catalogue'
import { faultsJa } from '../../../src/renderer/i18n/faults-ja'

it('every fault of the catalogue is told in Japanese, and nothing else is', () => {
  expect(Object.keys(faultsJa).sort()).toEqual(
    listFaults()
      .map(({ name }) => name)
      .sort(),
  )
  for (const told of Object.values(faultsJa)) expect(told).toMatch(/[ぁ-ん].*。$/)
})
