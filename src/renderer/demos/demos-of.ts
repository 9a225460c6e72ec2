import type { FixtureSummary } from '../../shared/ipc/schemas'

/** The recordings for somebody who reads this language: those in it, and those that don't say theirs; all where there is none. */
export function demosOf(fixtures: readonly FixtureSummary[], language: string): readonly FixtureSummary[] {
  const own = fixtures.filter((fixture) => fixture.language === null || fixture.language === language)
  return own.length > 0 ? own : fixtures
}
