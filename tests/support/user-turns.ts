import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'

/** The user's next action in a recording: speaks for at least this many ms, or types. */
export type UserTurn = { readonly kind: 'speech'; readonly minimumMs: number } | { readonly kind: 'text' }

/** The user's turns of a recording, in order, with the same answer to every approval. */
export function userTurns(fixture: Fixture, approve: boolean): readonly UserTurn[] {
  return turnsOf(fixture.steps, approve ? 'approved' : 'denied')
}

function turnsOf(steps: readonly FixtureStep[], decision: 'approved' | 'denied'): readonly UserTurn[] {
  return steps.flatMap((step): readonly UserTurn[] => {
    if (step.kind === 'branch') return turnsOf(step.sections.find(({ on }) => on === decision)?.steps ?? [], decision)
    if (step.kind !== 'expect') return []
    const { expectation } = step
    if (expectation.kind === 'audio') return [{ kind: 'speech', minimumMs: expectation.minimumMs }]
    return expectation.kind === 'text' ? [{ kind: 'text' }] : []
  })
}
