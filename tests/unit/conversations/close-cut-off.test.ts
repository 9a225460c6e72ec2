import { safeValidateUIMessages } from 'ai'
import { describe, expect, it } from 'vitest'
import { closeCutOff } from '../../../src/main/conversations/close-cut-off'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'

const message = (state: 'streaming' | 'done'): UIMessage => ({
  id: 'message-1',
  role: 'assistant',
  metadata: { turnId: 'turn-1' },
  parts: [{ type: 'step-start' }, { type: 'text', text: 'Paper is made of', state }],
})

describe('an answer that a crash cut off', () => {
  it('is closed, and says that it is not whole', async () => {
    const closed = closeCutOff(message('streaming'))
    expect(closed.metadata).toEqual({ turnId: 'turn-1', truncated: true })
    expect(closed.parts.at(-1)).toEqual({ type: 'text', text: 'Paper is made of', state: 'done' })
    expect((await safeValidateUIMessages({ messages: [structuredClone(closed)] })).success).toBe(true)
  })

  it('leaves whole answers as they are', () => {
    const whole = message('done')
    expect(closeCutOff(whole)).toBe(whole)
  })
})
