import type { UIMessageChunk } from 'ai'
import { describe, expectTypeOf, it } from 'vitest'
import type { Chunk } from '../../../src/shared/protocol/chunks'

/** Every chunk with its metadata mutable: our JSON is read-only, the AI SDK's is not. */
type Opened<C extends Chunk> = C extends Chunk
  ? { [K in keyof C]: K extends 'providerMetadata' | 'toolMetadata' ? Record<string, Record<string, string>> : C[K] }
  : never

/** The types of those chunks for which the AI SDK has none. */
type Refused<C extends Chunk> = C extends Chunk ? (Opened<C> extends UIMessageChunk ? never : C['type']) : never

describe('our chunks', () => {
  it('are chunks of the AI SDK, type by type', () => {
    expectTypeOf<Refused<Chunk>>().toBeNever()
    expectTypeOf<Opened<Chunk>>().toExtend<UIMessageChunk>()
  })

  it('are distinguished from what the AI SDK does not know', () => {
    expectTypeOf<{ readonly type: 'tool-approval-response'; readonly approvalId: string }>().not.toExtend<UIMessageChunk>()
    expectTypeOf<{ readonly type: 'finish'; readonly finishReason: 'STOP' }>().not.toExtend<UIMessageChunk>()
  })
})
