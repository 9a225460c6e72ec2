import type { Fixture, FixtureStep } from '../../../shared/fixtures/fixture'
import type { FixtureSummary } from '../../../shared/ipc/schemas'

/** What the page shows of a recording before it is played. */
export function summarizeFixture({ fixtureId, title, prompt, note, language, steps }: Fixture): FixtureSummary {
  return { fixtureId, title, prompt, note, language: language ?? null, seconds: Math.round(millisecondsOf(steps) / 1000) }
}

/** As recorded, with a yes to every question that it has a yes for. */
function millisecondsOf(steps: readonly FixtureStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind !== 'branch') return sum + step.afterMs
    const section = step.sections.find(({ on }) => on === 'approved') ?? step.sections[0]
    return sum + (section === undefined ? 0 : millisecondsOf(section.steps))
  }, 0)
}
