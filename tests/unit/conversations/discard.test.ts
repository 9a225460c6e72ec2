import { expect, it } from 'vitest'
import { createDiscard } from '../../../src/main/conversations/discard'

it('an answer that the user stopped is passed by until its turn is complete', () => {
  const discard = createDiscard()
  discard.begin()
  expect(discard.isOn()).toBe(true)
  discard.turnCompleted()
  expect(discard.isOn()).toBe(false)
})

it('an answer that was lost with its connection holds up no later one', () => {
  const discard = createDiscard()
  discard.begin()
  discard.connectionLost()
  expect(discard.isOn()).toBe(false)
})

it('an answer to words that are said again after the loss is passed by too, and only that one', () => {
  const discard = createDiscard()
  discard.begin()
  discard.connectionLost()
  discard.connectionLost()
  discard.wordsRepeated()
  expect(discard.isOn()).toBe(true)
  discard.turnCompleted()
  discard.wordsRepeated()
  expect(discard.isOn()).toBe(false)
})
