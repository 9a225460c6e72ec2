import type { FixtureSummary } from '../../shared/ipc/schemas'

/** The demos for a user of this language: those in it, and those without a stated language; all if there is none. */
export function demosOf(fixtures: readonly FixtureSummary[], language: string): readonly FixtureSummary[] {
  const own = fixtures.filter((fixture) => fixture.language === null || fixture.language === language)
  return own.length > 0 ? own : fixtures
}
