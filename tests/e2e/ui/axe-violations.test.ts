import { expect, it } from 'vitest'
import { axeViolations } from '../../support/axe-violations'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

it('a button without a name and words that are hard to see are found, each once; the colours alone where only they are asked for', async () => {
  const { page, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
  expect(await axeViolations(page)).toEqual([])
  await page.locator('[data-region="dock"]').evaluate((dock) => {
    const nameless = dock.appendChild(document.createElement('button'))
    nameless.id = 'nameless'
    const pale = dock.appendChild(document.createElement('p'))
    pale.textContent = 'Hard to see'
    pale.style.color = '#eee'
    pale.style.background = '#fff'
  })
  const found = await axeViolations(page)
  expect(found.map((line) => line.split(':')[0])).toEqual(['button-name', 'color-contrast'])
  expect(found[0]).toContain('nameless')
  expect((await axeViolations(page, 'colours')).map((line) => line.split(':')[0])).toEqual(['color-contrast'])
  await close()
})
