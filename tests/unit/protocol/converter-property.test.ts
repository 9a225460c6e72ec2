import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { chunkProblem, messagesProblem, readMessages } from '../../support/ai-reader'
import { happenings } from '../../support/arbitrary-happenings'
import { play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const RUNS = 200

describe('random legal and illegal input in any order', () => {
  it('never makes it throw, and every stream follows the grammar', () => {
    fc.assert(
      fc.property(happenings, (events) => {
        expect(lintStream(play(events))).toEqual([])
      }),
      { numRuns: RUNS * 5 },
    )
  })

  it('makes only chunks, streams and messages that the AI SDK accepts', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (events) => {
        const output = play(events)
        for (const { chunk } of output) expect(await chunkProblem(chunk)).toBeNull()
        const messages = await readMessages(output)
        expect(await messagesProblem(messages)).toBeNull()
        for (const { parts } of messages) for (const part of parts) expect('state' in part ? part.state : null).not.toBe('streaming')
      }),
      { numRuns: RUNS },
    )
  })

  it('folds to messages that the AI SDK accepts', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (events) => {
        const thread = play(events).reduce(foldChunk, emptyThread())
        expect(await messagesProblem(JSON.parse(JSON.stringify(thread.messages)))).toBeNull()
      }),
      { numRuns: RUNS },
    )
  })
})
