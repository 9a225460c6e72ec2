// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { ChoiceRow } from '../../../src/renderer/settings/choice-row'
import { SwitchRow } from '../../../src/renderer/settings/switch-row'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()
const rows = (
  <>
    <SwitchRow setting="captions" name="Captions" line="What is said" />
    <ChoiceRow
      setting="textSize"
      name="settings.textSize"
      line="settings.textSizeLine"
      choices={[
        { value: 'normal', name: 'settings.textSize.normal' },
        { value: 'large', name: 'settings.textSize.large' },
      ]}
    />
  </>
)
const resets = () => [...place().querySelectorAll<HTMLButtonElement>('[data-row-reset]')]

it('a changed setting is reset in its own row, which keeps the focus', async () => {
  await show(rows, {}, 'en', { captions: false, textSize: 'large', volume: 0.2 })
  expect(resets().map((one) => one.getAttribute('aria-label'))).toEqual(['Reset Captions', 'Reset Text size'])
  const [captions] = resets()
  await act(async () => captions?.click())
  expect(asked).toEqual([{ name: 'settings.update', payload: { captions: true } }])
  expect(document.activeElement).toBe(place().querySelector('[role="switch"]'))
  expect(resets()).toHaveLength(1)
  // a control has its name and its description
  const select = place().querySelector('select')
  const text = (attribute: string) => document.getElementById(select?.getAttribute(attribute) ?? '')?.textContent
  expect([text('aria-labelledby'), text('aria-describedby')]).toEqual(['Text size', 'Applies everywhere in Parley'])
})

it('settings at their defaults have no reset', async () => {
  await show(rows, {})
  expect(resets()).toEqual([])
})
