import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OfferedRecording } from '../../shared/diagnostics/diagnosis'

/** Recordings that the user saved or opened, which can be added to a bundle. */
export interface SavedRecordings {
  /** The folder for recordings without a save dialog. */
  readonly folder: string
  /** Newest first. */
  list(): Promise<readonly OfferedRecording[]>
  /** The text of a recording; null if there is none of this name. */
  read(name: string): Promise<string | null>
  /** A recording was saved or opened elsewhere: it is offered until the app ends. */
  remember(path: string): void
}

/** The most that are offered. */
const MOST = 5
/** In bytes; a larger one is not attached. */
const LARGEST = 5_000_000

/** The recordings of a data folder, and those that the user saves or opens meanwhile. */
export function savedRecordings(userDataFolder: string, opened: string | null = null): SavedRecordings {
  const folder = join(userDataFolder, 'saved-recordings')
  let elsewhere: readonly string[] = opened === null ? [] : [opened]

  /** The newest of each name: the page only knows names. */
  async function found(): Promise<ReadonlyMap<string, { readonly path: string; readonly offered: OfferedRecording }>> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
    const paths = [...new Set([...elsewhere, ...names.map((name) => join(folder, name))])]
    const files = await Promise.all(
      paths.map(async (path) => {
        const facts = await stat(path).catch(() => null)
        if (facts === null || !facts.isFile() || facts.size > LARGEST) return []
        return [{ path, offered: { name: basename(path), bytes: facts.size, at: Math.round(facts.mtimeMs) } }]
      }),
    )
    const sorted = files.flat().sort((one, other) => one.offered.at - other.offered.at)
    return new Map(sorted.map((one) => [one.offered.name, one]))
  }

  return {
    folder,
    async list() {
      return [...(await found()).values()]
        .map(({ offered }) => offered)
        .sort((one, other) => other.at - one.at)
        .slice(0, MOST)
    },
    async read(name) {
      // only offered ones: a name from the page leads nowhere else
      const known = (await found()).get(name)
      return known === undefined ? null : readFile(known.path, 'utf8').catch(() => null)
    },
    remember(path) {
      elsewhere = [path, ...elsewhere.filter((one) => one !== path)].slice(0, MOST)
    },
  }
}
