import { describe, expect, it } from 'vitest'
import { findPattern, placesIn } from '../../../src/renderer/chat/find-in-thread'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'

const found = (query: string) => {
  const pattern = findPattern(query)
  const message = (id: string, role: UIMessage['role'], text: string): UIMessage => ({ id, role, parts: [{ type: 'text', text }] })
  const messages = [
    message('ask', 'user', 'Is the Night Bus late? night bus!'),
    message('answer', 'assistant', 'The **night** bus is [late](https://bus.example/late).\n\n```\nnight  bus\n```'),
  ]
  return pattern === null ? null : placesIn(messages, pattern).map(({ messageId, nth }) => `${messageId} ${nth}`)
}

describe('the search in a thread', () => {
  it('finds a text as it is shown, in any case, however its words are separated', () => {
    expect(found('night bus')).toEqual(['ask 0', 'ask 1', 'answer 0', 'answer 1'])
    expect(found('late bus')).toEqual([])
    expect(found('LATE')).toEqual(['ask 0', 'answer 0'])
  })

  it('takes signs as they are, and finds nothing without a text', () => {
    expect(found('late?')).toEqual(['ask 0'])
    expect(found('   ')).toBeNull()
  })
})
