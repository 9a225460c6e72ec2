import type { Fixture, FixtureNote, FixtureStep } from '../../shared/fixtures/fixture'
import { canonicalJson } from '../../shared/lib/canonical-json'
import type { JsonObject } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import { messageOf } from '../../shared/messages/message'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { RecordedResult } from '../tool-calls/recorded-calls'

/** What was decided about a call when it was recorded. */
export type RecordedDecision = 'approved' | 'denied' | 'expired' | 'withdrawn'

/** How a call ends while the recording plays its own user, and what was decided about it; null where nobody was asked. */
export interface RecordedCall {
  readonly decision: RecordedDecision | null
  readonly outcome: CallOutcome
}

type ResultNote = Extract<FixtureNote, { kind: 'result' }>
type DecisionNote = Extract<FixtureNote, { kind: 'decision' }>

/** What a recording says about calls: how they ended, so that they need not run again, and what was decided about them. */
export interface RecordedResults {
  /** The end of the next call of this tool with these arguments; null where the recording has none. */
  take(tool: string, input: JsonObject): RecordedResult | null
  /** What was decided about it; null where nothing was. */
  decision(tool: string, input: JsonObject): RecordedDecision | null
  /** Both of the next call of this tool with these arguments. A call that the recording does not have ends as an error that says so. */
  call(tool: string, input: JsonObject): RecordedCall
}

/** Reads them off a recording. */
export function recordedResults(fixture: Fixture): RecordedResults {
  const notes = notesOf(fixture.steps)
  const results = notes.filter((note): note is ResultNote => note.kind === 'result')
  const decisions = notes.filter((note): note is DecisionNote => note.kind === 'decision' && note.state in DECIDED)

  function next<Note extends ResultNote | DecisionNote>(all: Note[], tool: string, input: JsonObject): Note | null {
    const wanted = canonicalJson(input)
    const at = all.findIndex((note) => note.tool === tool && canonicalJson(note.input) === wanted)
    return at < 0 ? null : (all.splice(at, 1)[0] ?? null)
  }

  function decision(tool: string, input: JsonObject): RecordedDecision | null {
    const state = next(decisions, tool, input)?.state
    return state === undefined ? null : (DECIDED[state] ?? null)
  }

  return {
    take: (tool, input) => resultOf(next(results, tool, input)),
    decision,
    call(tool, input) {
      const note = next(results, tool, input)
      const decided = decision(tool, input) ?? (note?.outcome === 'denied' ? 'denied' : null)
      return { decision: decided, outcome: outcomeOf(decided, resultOf(note)) }
    },
  }
}

function resultOf(note: ResultNote | null): RecordedResult | null {
  if (note === null || note.outcome === 'denied') return null
  if ('errorText' in note.outcome) return note.outcome
  return isJsonObject(note.outcome.output) ? { output: note.outcome.output } : null
}

function outcomeOf(decision: RecordedDecision | null, result: RecordedResult | null): CallOutcome {
  if (decision === 'denied' || decision === 'expired') return { kind: decision }
  if (decision === 'withdrawn') return { kind: 'withdrawn', reason: messageOf('taken-back') }
  if (result === null) return { kind: 'error', errorText: messageOf('not-in-recording') }
  return 'output' in result ? { kind: 'result', output: result.output } : { kind: 'error', errorText: result.errorText }
}

const DECIDED: Readonly<Record<string, RecordedDecision>> = {
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
  withdrawn: 'withdrawn',
}

function notesOf(steps: readonly FixtureStep[]): readonly FixtureNote[] {
  return steps.flatMap((step) => {
    if (step.kind === 'branch') return step.sections.flatMap((section) => notesOf(section.steps))
    return step.kind === 'note' ? [step.note] : []
  })
}
