import type { UIMessageChunk } from 'ai'
import { describe, expectTypeOf, it } from 'vitest'
import type { Chunk } from '../../../src/shared/protocol/chunks'

/** Our JSON is read-only, the AI SDK's is not: that difference alone is taken away. */
type Writable<T> = T extends readonly unknown[]
  ? Writable<T[number]>[]
  : T extends object
    ? { -readonly [K in keyof T]: Writable<T[K]> }
    : T

type Sample = Writable<Extract<Chunk, { readonly type: 'text-start' }>>

describe('our chunks', () => {
  it('are chunks of the AI SDK, type by type', () => {
    expectTypeOf<Sample>().toExtend<UIMessageChunk>()
    expectTypeOf<Shallow<Chunk>>().toExtend<UIMessageChunk>()
    expectTypeOf<{ type: 'tool-approval-response'; approvalId: string }>().not.toExtend<UIMessageChunk>()
  })
})

/** Every chunk with its JSON fields opened up; they are checked at run time by the AI SDK's schema. */
type Shallow<C extends Chunk> = C extends Chunk
  ? { [K in keyof C]: K extends 'providerMetadata' ? Record<string, Record<string, string>> : C[K] }
  : never
