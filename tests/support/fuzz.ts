import fc from 'fast-check'
import { expect } from 'vitest'
import type { CallOutcome } from '../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../src/shared/protocol/fold'
import { chunkProblem, messagesProblem, readMessages } from './ai-reader'
import { Choices } from './choices'
import { type Happening, play } from './converter-script'
import { dialectProblems } from './dialect-problems'
import { adkEvent, liveFrame, textChunk } from './fuzz-frames'
import { anything, damaged } from './fuzz-values'
import { scaled } from './scale'
import { lintStream } from './stream-lint'
import { strictChunk } from './strict-chunk'

export type FuzzSource = 'live' | 'text' | 'adk' | 'mixed'

/** Cases per source. */
const CASES = scaled(26_000)
const READ_CASES = scaled(400, 100)

const bytes = fc.uint8Array({ maxLength: 240, size: 'max' })

/** Fails with a seed and the smallest case if some input makes the converter throw or write an invalid stream. */
export function expectRobust(source: FuzzSource): void {
  fc.assert(
    fc.property(bytes, (row) => {
      const output = play(happeningsOf(source, row))
      const problems = [...lintStream(output), ...dialectProblems(output)]
      if (problems.length > 0) throw new Error(problems.join('\n'))
      for (const { chunk } of output) {
        const parsed = strictChunk.safeParse(chunk)
        if (!parsed.success) throw new Error(`${JSON.stringify(chunk).slice(0, 300)}\n${parsed.error.message}`)
      }
      for (const { parts } of output.reduce(foldChunk, emptyThread()).messages)
        for (const part of parts) if ('state' in part && part.state === 'streaming') throw new Error('a part streams for ever')
    }),
    { numRuns: CASES, reporter: (details) => report(source, details) },
  )
}

/** The same on a sample, checked by the AI SDK's own schema, reader and validator. */
export async function expectReadable(source: FuzzSource): Promise<void> {
  await fc.assert(
    fc.asyncProperty(bytes, async (row) => {
      const output = play(happeningsOf(source, row))
      for (const { chunk } of output) expect(await chunkProblem(chunk)).toBeNull()
      expect(await messagesProblem(await readMessages(output))).toBeNull()
      const folded = output.reduce(foldChunk, emptyThread()).messages
      expect(await messagesProblem(JSON.parse(JSON.stringify(folded)))).toBeNull()
    }),
    { numRuns: READ_CASES },
  )
}

function report(source: FuzzSource, details: fc.RunDetails<[row: Uint8Array<ArrayBuffer>]>): void {
  if (!details.failed) return
  const row = details.counterexample?.[0] ?? new Uint8Array()
  const inputs = JSON.stringify(happeningsOf(source, row), null, 1)
  throw new Error(`${details.errorInstance}\n${fc.defaultReportMessage(details)}\nseed ${details.seed}\nbytes [${row}]\n${inputs}`)
}

/** The events of the case that these bytes describe. */
export function happeningsOf(source: FuzzSource, row: Uint8Array): readonly Happening[] {
  const choices = new Choices(row)
  const happenings: Happening[] = []
  while (choices.hasMore) {
    if (choices.once(3)) happenings.push(appInput(choices))
    else if (choices.once(10)) shuffle(choices, happenings)
    else happenings.push(serverInput(choices, source))
  }
  return happenings
}

/** Something that was sent before comes again, or too late. */
function shuffle(choices: Choices, happenings: Happening[]): void {
  if (happenings.length === 0) return
  const [again] = happenings.slice(choices.below(happenings.length))
  if (again === undefined) return
  if (choices.once(2)) happenings.splice(happenings.indexOf(again), 1)
  happenings.push(again)
}

function serverInput(choices: Choices, source: FuzzSource): Happening {
  const actual = source === 'mixed' ? choices.of('live' as const, 'text' as const, 'adk' as const) : source
  const isDamaged = choices.once(4)
  const broken = (frame: unknown) => (isDamaged ? damaged(choices, frame) : frame)
  if (actual === 'live') return { type: 'live', frame: broken(liveFrame(choices)) }
  if (actual === 'text') return { type: 'text', chunk: broken(textChunk(choices)) }
  return { type: 'adk', event: broken(adkEvent(choices)) }
}

function outcomeOf(choices: Choices): CallOutcome {
  return choices.of<() => CallOutcome>(
    () => ({ kind: 'result', output: JSON.parse(JSON.stringify(anything(choices) ?? null)) }),
    () => ({ kind: 'denied' }),
    () => ({ kind: 'expired' }),
    () => ({ kind: 'withdrawn', reason: 'taken back' }),
    () => ({ kind: 'error', errorText: choices.of('failed', '') }),
  )()
}

function appInput(choices: Choices): Happening {
  switch (choices.below(13)) {
    case 0:
    case 1:
      return { type: 'ask-open', index: choices.below(4), approvalId: choices.of('p1', 'p2', 'p3', 'adk-1', '') }
    case 2:
      return { type: 'pause' }
    case 3:
    case 4:
      return { type: 'settle-open', index: choices.below(4), outcome: outcomeOf(choices) }
    case 5:
      return { type: 'call-settled', toolCallId: choices.of('call-1', 'call-9', '__proto__', ''), outcome: outcomeOf(choices) }
    case 6:
      return { type: 'user-text', text: choices.of('Hello', '', 'はい') }
    case 7:
      return { type: 'user-speech-start' }
    case 8:
      return { type: 'user-speech-end' }
    case 9:
      return { type: 'interrupted' }
    case 10:
      return choices.of<Happening>({ type: 'malformed' }, { type: 'end' })
    case 11:
      return { type: 'played-now', samples: choices.of(0, 3, 1e9, -5, Number.NaN, Number.POSITIVE_INFINITY) }
    default:
      return { type: 'approval-requested', toolCallId: choices.of('call-1', 'call-2', 'nobody'), approvalId: choices.of('p9', 'p1') }
  }
}
