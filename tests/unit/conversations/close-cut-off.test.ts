import { safeValidateUIMessages } from 'ai'
import { describe, expect, it } from 'vitest'
import { closeCutOff } from '../../../src/main/conversations/close-cut-off'
import { messageOf } from '../../../src/shared/messages/message'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'

const message = (state: 'streaming' | 'done'): UIMessage => ({
  id: 'message-1',
  role: 'assistant',
  metadata: { turnId: 'turn-1' },
  parts: [{ type: 'step-start' }, { type: 'text', text: 'Paper is made of', state }],
})

const nothingGiven = () => false

describe('an answer that a crash cut off', () => {
  it('is closed, and says that it is incomplete', async () => {
    const closed = closeCutOff(message('streaming'), nothingGiven)
    expect(closed.metadata).toEqual({ turnId: 'turn-1', truncated: true })
    expect(closed.parts.at(-1)).toEqual({ type: 'text', text: 'Paper is made of', state: 'done' })
    expect((await safeValidateUIMessages({ messages: [structuredClone(closed)] })).success).toBe(true)
  })

  it('leaves complete answers unchanged', () => {
    const whole = message('done')
    expect(closeCutOff(whole, nothingGiven)).toBe(whole)
  })

  it('ends a call that was to run, with the reason, and leaves its approvals open', () => {
    const call = { type: 'dynamic-tool', toolName: 'play', toolCallId: 'c1', input: { track: 'rain' } } as const
    const asked = { ...call, toolCallId: 'c2', state: 'approval-requested', approval: { id: 'a1' } } as const
    const done = { ...call, toolCallId: 'c3', state: 'output-available', output: {} } as const
    const closed = closeCutOff({ id: 'm1', role: 'assistant', parts: [{ ...call, state: 'input-available' }, asked, done] }, nothingGiven)
    const failed = { state: 'output-error', errorText: 'Parley was closed while the call ran.' }
    expect(closed.parts).toEqual([{ ...call, ...failed, toolMetadata: { message: messageOf('closed-while-running') } }, asked, done])
    expect(closed.metadata).toBeUndefined()
  })

  it('does not affect a call that a client was given', () => {
    const call = { type: 'dynamic-tool', toolName: 'play', toolCallId: 'c1', input: { track: 'rain' }, state: 'input-available' } as const
    const cut = { ...message('streaming'), parts: [...message('streaming').parts, call, { ...call, toolCallId: 'c2' }] }
    const { parts } = closeCutOff(cut, (toolCallId) => toolCallId === 'c1')
    expect(parts.map((part) => ('state' in part ? part.state : part.type))).toEqual([
      'step-start',
      'done',
      'input-available',
      'output-error',
    ])
  })
})
