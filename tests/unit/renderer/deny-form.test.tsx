// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { DenyForm } from '../../../src/renderer/approval/card-form'
import { drawnPart } from '../../support/drawn-part'

const { place, show } = drawnPart()

it('Enter sends the reason of a denial, and Shift Enter begins a new line', async () => {
  const reasons: string[] = []
  await show(<DenyForm busy={false} onDeny={(reason) => reasons.push(reason)} onCancel={() => undefined} />, {})
  const field = place().querySelector('textarea')
  if (field === null) throw new Error('there is no field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'not before the delivery')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const press = (shiftKey: boolean) =>
    act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true, cancelable: true })))
  await press(true)
  expect(reasons).toEqual([])
  await press(false)
  expect(reasons).toEqual(['not before the delivery'])
})
