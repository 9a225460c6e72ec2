import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fixture } from '../../../shared/fixtures/fixture'
import type { Failure } from '../../../shared/lib/result'
import { loadFixture } from './load-fixture'

/** A loaded recording. */
export interface ListedFixture {
  readonly path: string
  readonly fixture: Fixture
}

/** The recordings of a folder, sorted by name, and the problems of those that are unusable. */
export interface FixtureList {
  readonly fixtures: readonly ListedFixture[]
  readonly problems: readonly Failure[]
}

/** Loads every `.jsonl` of a folder. A bad one is reported and affects only itself; an unreadable folder is a problem too. */
export async function listFixtures(folder: string): Promise<FixtureList> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) {
    return {
      fixtures: [],
      problems: [{ code: 'fixture-unreadable', message: "The folder of recordings can't be read. Install Parley again." }],
    }
  }
  const fixtures: ListedFixture[] = []
  const problems: Failure[] = []
  const seen = new Map<string, string>()
  for (const name of names.filter((candidate) => candidate.endsWith('.jsonl')).sort()) {
    const path = join(folder, name)
    const loaded = await loadFixture(path)
    if (!loaded.ok) {
      problems.push(loaded.error)
      continue
    }
    const { fixtureId } = loaded.value
    const earlier = seen.get(fixtureId)
    if (earlier !== undefined) {
      problems.push({
        code: 'fixture-invalid',
        message: `${name}: ${earlier} has the same fixtureId "${fixtureId}". Rename one of the two.`,
      })
      continue
    }
    seen.set(fixtureId, name)
    fixtures.push({ path, fixture: loaded.value })
  }
  return { fixtures, problems }
}
