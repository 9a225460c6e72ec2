import type { Fixture, FixtureNote, FixtureStep } from '../../shared/fixtures/fixture'
import { canonicalJson } from '../../shared/lib/canonical-json'
import type { JsonObject } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'

/** How a call ended when it was recorded. */
export type RecordedResult = { readonly output: JsonObject } | { readonly errorText: string }

type ResultNote = Extract<FixtureNote, { kind: 'result' }>
type DecisionNote = Extract<FixtureNote, { kind: 'decision' }>

/** What a recording says about calls: how they ended, so that they need not run again, and what was decided about them. */
export interface RecordedResults {
  /** The end of the next call of this tool with these arguments; null where the recording has none. */
  take(tool: string, input: JsonObject): RecordedResult | null
  /** What was decided about it; null where nothing was. */
  decision(tool: string, input: JsonObject): 'approved' | 'denied' | 'expired' | 'withdrawn' | null
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

  return {
    take(tool, input) {
      const outcome = next(results, tool, input)?.outcome
      if (outcome === undefined || outcome === 'denied') return null
      if ('errorText' in outcome) return outcome
      return isJsonObject(outcome.output) ? { output: outcome.output } : null
    },
    decision(tool, input) {
      const state = next(decisions, tool, input)?.state
      return state === undefined ? null : (DECIDED[state] ?? null)
    },
  }
}

const DECIDED: Readonly<Record<string, 'approved' | 'denied' | 'expired' | 'withdrawn'>> = {
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
