import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modelPrices, pricedModels } from '../../src/shared/usage/prices'

const priceIn = (cell: string) => (cell === '–' ? undefined : Number(cell))

/** Rows of docs/service.md with the prices of a model. */
const rows = readFileSync('docs/service.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const model = /^`(gemini-[^`]+)`$/.exec(cells[1] ?? '')?.[1]
    return model !== undefined && cells.length === 11 ? [{ model, prices: cells.slice(2, 8).map(priceIn), readOn: cells[8] }] : []
  })

test('docs/service.md has the price of every model with a known price, and its day', () => {
  const known = pricedModels.map((model) => {
    const prices = modelPrices(model)
    const { input, output } = prices ?? { input: null, output: null }
    return { model, prices: [input?.text, input?.audio, input?.image, output?.text, output?.audio, output?.image], readOn: prices?.readOn }
  })
  expect(rows).toEqual(known)
})
