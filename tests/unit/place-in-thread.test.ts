import { expect, it } from 'vitest'
import { placeInThread, saidBefore } from '../../src/main/gateway/place-in-thread'
import type { UIMessage } from '../../src/shared/protocol/ui-message'

const message = (id: string): UIMessage => ({ id, role: id.startsWith('u') || id.startsWith('c') ? 'user' : 'assistant', parts: [] })
const stored = ['u1', 'a1', 'u2', 'u3', 'a3'].map(message)
const place = (...ids: string[]) => placeInThread(ids.map(message), stored)

it('a client’s message is found by the answer before it, whatever ids the client gave', () => {
  expect(place('c1')).toBe(0)
  expect(place('c1', 'a1', 'c2')).toBe(2)
  expect(place('c1', 'a1', 'c2', 'c3')).toBe(3)
  expect(place('c1', 'another', 'c2')).toBe(2)
  expect(place('c1', 'a1', 'c2', 'c3', 'a3', 'c4')).toBe(-1)
})

it('a message counts as repeated only at its place: not that of a client that only sends its last message, nor others after an answer', () => {
  const said = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text, state: 'done' }] })
  const answered = (id: string): UIMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text: 'Yes.', state: 'done' }] })
  const stored = [said('m1', 'Go on.'), answered('m2'), said('m3', 'More.'), answered('m4')]
  const user = (text: string) => ({ id: 'theirs', role: 'user', text })
  const answer = (id: string) => ({ id, role: 'assistant', text: 'Yes.' })
  expect(saidBefore([user('Go on.')], stored)).toBeNull()
  expect(saidBefore([user('Go on.'), user('More.')], stored)).toEqual({ answerId: 'm4' })
  expect(saidBefore([user('Go on.'), answer('m2'), user('More.')], stored)).toEqual({ answerId: 'm4' })
  expect(saidBefore([user('Go on.'), answer('m2'), user('Else.')], stored)).toBeNull()
  expect(saidBefore([user('Go on.'), answer('m2'), user('More.'), answer('m4'), user('More.')], stored)).toBeNull()
  expect(saidBefore([user('Go on.')], stored.slice(0, 1))).toEqual({ answerId: null })
  expect(saidBefore([], stored)).toBeNull()
})
