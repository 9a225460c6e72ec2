import { expect, it } from 'vitest'
import { createRunningCalls } from '../../../src/main/servers/call-messages'

const call = (conversationId: string) => ({ conversationId, toolCallId: `call-of-${conversationId}`, toolName: 'notes__read' })
const request = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })

it('each message of a server goes to the conversation of its call, and to none when no call runs', () => {
  const calls = createRunningCalls()
  const of = (direction: 'to' | 'from', message: unknown) => calls.callOf(direction, message)?.conversationId ?? null
  expect(of('from', { jsonrpc: '2.0', method: 'notifications/tools/list_changed' })).toBeNull()
  const ends = [calls.begin(call('a'), 'read'), calls.begin(call('b'), 'write'), calls.begin(call('c'), 'read')]
  expect([of('to', request(1, 'read')), of('to', request(2, 'read')), of('to', request(3, 'write'))]).toEqual(['a', 'c', 'b'])
  expect(of('from', { method: 'notifications/progress', params: { progressToken: 3, progress: 1 } })).toBe('b')
  expect(of('to', { method: 'notifications/cancelled', params: { requestId: 1 } })).toBe('a')
  expect([1, 2, 3, 9].map((id) => of('from', { jsonrpc: '2.0', id, result: {} }))).toEqual(['a', 'c', 'b', null])
  expect(of('from', { id: 'q', method: 'elicitation/create', params: {} })).toBe('c')
  for (const end of ends) end()
  expect([of('from', { id: 2, result: {} }), of('to', request(4, 'read')), of('from', 'no message')]).toEqual([null, null, null])
})
