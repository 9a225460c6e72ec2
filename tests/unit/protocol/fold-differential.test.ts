import type { UIMessage as AiMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk, type Thread, threadFromMessages } from '../../../src/shared/protocol/fold'
import { replayEvents, type ThreadEvent } from '../../../src/shared/protocol/replay-guard'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { messagesProblem, readMessage } from '../../support/ai-reader'
import { happenings } from '../../support/arbitrary-happenings'
import { play } from '../../support/converter-script'
import { numberedEvents } from '../../support/numbered-events'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

// A withdrawn approval has no answer: the AI SDK's client makes one up, our fold removes the approval.
function comparable(message: AiMessage | UIMessage | undefined): unknown {
  return plain({
    ...message,
    parts: message?.parts.map((part) =>
      part.type === 'dynamic-tool' && part.state === 'output-error' ? { ...part, approval: undefined } : part,
    ),
  })
}

async function expectAsRead(thread: Thread, output: readonly PlacedChunk[]): Promise<void> {
  for (const message of thread.messages) expect(comparable(message)).toEqual(comparable(await readMessage(output, message.id)))
}

const chunksOf = (events: readonly ThreadEvent[]) => events.flatMap((event) => (event.kind === 'chunk' ? [event.placed] : []))

/** The chunks of two conversations, interleaved, each in its own order. */
function interleaved(left: readonly PlacedChunk[], right: readonly PlacedChunk[], turns: readonly boolean[]): readonly PlacedChunk[] {
  const output: PlacedChunk[] = []
  let [fromLeft, fromRight] = [0, 0]
  while (fromLeft < left.length || fromRight < right.length) {
    const takesLeft = fromRight === right.length || (fromLeft < left.length && turns[output.length % turns.length] === true)
    const next = takesLeft ? left[fromLeft++] : right[fromRight++]
    if (next !== undefined) output.push(next)
  }
  return output
}

function renamed(output: readonly PlacedChunk[], prefix: string): readonly PlacedChunk[] {
  return output.map((placed) => {
    const { chunk } = placed
    const messageId = `${prefix}${placed.messageId}`
    return { ...placed, messageId, turnId: `${prefix}${placed.turnId}`, chunk: chunk.type === 'start' ? { ...chunk, messageId } : chunk }
  })
}

describe('the fold makes the same as the AI SDK’s reader', { timeout: 60_000 }, () => {
  it('with the user’s answers at main’s place', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (script) => {
        const events = numberedEvents(script)
        const { position } = replayEvents({ thread: emptyThread(), nextSeq: 0 }, events)
        await expectAsRead(position.thread, chunksOf(events))
        expect(await messagesProblem(JSON.parse(JSON.stringify(position.thread.messages)))).toBeNull()
      }),
      { numRuns: 150 },
    )
  })

  it('of messages that are stored and resumed at any moment, any number of times', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, fc.array(fc.nat(), { maxLength: 6 }), async (script, cuts) => {
        const output = play(script)
        const places = new Set(cuts.map((cut) => cut % (output.length + 1)))
        let thread = emptyThread()
        for (const [index, placed] of output.entries()) {
          if (places.has(index)) thread = threadFromMessages(JSON.parse(JSON.stringify(thread.messages)))
          thread = foldChunk(thread, placed)
        }
        await expectAsRead(thread, output)
      }),
      { numRuns: 150 },
    )
  })

  it('of messages with interleaved chunks', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, happenings, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async (left, right, turns) => {
        const output = interleaved(renamed(play(left), 'left-'), renamed(play(right), 'right-'), turns)
        await expectAsRead(output.reduce(foldChunk, emptyThread()), output)
      }),
      { numRuns: 100 },
    )
  })

  it('and every version of a thread stays the same while later ones grow', () => {
    fc.assert(
      fc.property(happenings, (script) => {
        const output = play(script)
        const versions: Thread[] = [emptyThread()]
        for (const placed of output) versions.push(foldChunk(versions.at(-1) ?? emptyThread(), placed))
        for (const [length, version] of versions.entries()) {
          const alone = output.slice(0, length).reduce(foldChunk, emptyThread())
          expect(plain(version.messages)).toEqual(plain(alone.messages))
        }
      }),
      { numRuns: 100 },
    )
  })
})
