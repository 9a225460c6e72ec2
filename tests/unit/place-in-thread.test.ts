import { expect, it } from 'vitest'
import { placeInThread } from '../../src/main/gateway/place-in-thread'
import type { UIMessage } from '../../src/shared/protocol/ui-message'

const message = (id: string): UIMessage => ({ id, role: id.startsWith('u') || id.startsWith('c') ? 'user' : 'assistant', parts: [] })
const stored = ['u1', 'a1', 'u2', 'u3', 'a3'].map(message)
const place = (...ids: string[]) => placeInThread(ids.map(message), stored)

it('words of a client are found by the answer before them, whatever ids it gave them', () => {
  expect(place('c1')).toBe(0)
  expect(place('c1', 'a1', 'c2')).toBe(2)
  expect(place('c1', 'a1', 'c2', 'c3')).toBe(3)
  expect(place('c1', 'another', 'c2')).toBe(2)
  expect(place('c1', 'a1', 'c2', 'c3', 'a3', 'c4')).toBe(-1)
})
