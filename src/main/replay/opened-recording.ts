import type { Fixture } from '../../shared/fixtures/fixture'
import { type Failure, failure } from '../../shared/lib/result'
import { recordingPath } from '../platform/launch'
import { importConversation } from './import-conversation'
import type { FixtureList } from './simulator/list-fixtures'
import { firstWeather } from './simulator/recording-order'

/** Recordings to start with, and what was wrong with others. */
export interface OpenedRecordings {
  readonly fixtures: readonly Fixture[]
  readonly problems: readonly Failure[]
  /** those of `fixtures` that are from a file which is not the app's own */
  readonly fromFiles: readonly Fixture[]
  /** the file that the command line names, where it can be played */
  readonly opened: string | null
}

/**
 * The recordings of the app, and before them the one that the command line names: a desktop starts the app with the path of
 * a file that was double-clicked. One that can't be played is a problem, and the others are there all the same.
 */
export async function withOpenedRecording(words: readonly string[], folder: string, listed: FixtureList): Promise<OpenedRecordings> {
  const fixtures = firstWeather(listed.fixtures.map(({ fixture }) => fixture))
  const path = recordingPath(words, folder)
  if (path === null) return { fixtures, problems: listed.problems, ...none }
  const imported = await importConversation(path)
  if (!imported.ok) return { fixtures, problems: [...listed.problems, imported.error], ...none }
  if (imported.value.kind !== 'fixture') {
    const problem = failure('import-not-playable', 'This is a log of chunks. "parley replay" checks it; the app plays recordings.')
    return { fixtures, problems: [...listed.problems, problem.error], ...none }
  }
  const { fixture } = imported.value
  return {
    fixtures: [fixture, ...fixtures.filter(({ fixtureId }) => fixtureId !== fixture.fixtureId)],
    problems: listed.problems,
    fromFiles: [fixture],
    opened: path,
  }
}

const none = { fromFiles: [], opened: null } as const
