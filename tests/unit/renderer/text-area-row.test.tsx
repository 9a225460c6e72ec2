// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { InstructionRow, VocabularyRow } from '../../../src/renderer/settings/text-area-row'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()

async function type(text: string): Promise<void> {
  await act(async () => {
    const area = place().querySelector('textarea')
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    set?.call(area, text)
    area?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const submit = () => act(async () => place().querySelector('form')?.requestSubmit())
const saved = () => asked.filter(({ name }) => name === 'settings.update').map(({ payload }) => payload)

describe('settings of several lines', () => {
  it('store an instruction as typed, and terms one per line, each once', async () => {
    await show(<InstructionRow />, {})
    await type(' Call me Ann.\n')
    await submit()
    await show(<VocabularyRow />, {})
    await type(' Ann \nKubernetes\n\nAnn')
    await submit()
    expect(saved()).toEqual([{ instruction: ' Call me Ann.\n' }, { vocabulary: ['Ann', 'Kubernetes'] }])
  })

  it.each([
    { row: <InstructionRow key="instruction" />, text: 'x'.repeat(8001), says: 'At most 8,000 characters' },
    { row: <VocabularyRow key="vocabulary" />, text: 'x'.repeat(81), says: 'At most 100 lines of 80 characters each' },
  ])('refuse what is too long and say so: $says', async ({ row, text, says }) => {
    await show(row, {})
    await type(text)
    expect(place().querySelector('[role="alert"]')?.textContent).toContain(says)
    expect(place().querySelector('textarea')?.getAttribute('aria-invalid')).toBe('true')
    await submit()
    expect(saved()).toEqual([])
  })

  it('offer no save while nothing changed', async () => {
    await show(<VocabularyRow />, {}, 'en', { vocabulary: ['Ann'] })
    expect(place().querySelector('button')).toBeNull()
    await type('Ann\n\n')
    expect(place().querySelector('button')).toBeNull()
    await type('Bob')
    await act(async () => place().querySelector<HTMLButtonElement>('button[type="button"]')?.click())
    expect(place().querySelector('textarea')?.value).toBe('Ann')
  })
})
