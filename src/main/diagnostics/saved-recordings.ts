import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfferedRecording } from '../../shared/diagnostics/diagnosis'

/** Recordings that the user saved, and that can go with a bundle. */
export interface SavedRecordings {
  /** The newest first. */
  list(): Promise<readonly OfferedRecording[]>
  /** The text of one, null where there is none of this name. */
  read(name: string): Promise<string | null>
}

/** No more of them are offered. */
const MOST = 5
/** In bytes; a larger one is no attachment. */
const LARGEST = 5_000_000

/** The recordings of a folder; without one there are none. */
export function savedRecordings(folder: string): SavedRecordings {
  async function list(): Promise<readonly OfferedRecording[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
    const found = await Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => null)
        return facts === null || !facts.isFile() || facts.size > LARGEST ? [] : [{ name, bytes: facts.size, at: Math.round(facts.mtimeMs) }]
      }),
    )
    return found
      .flat()
      .sort((one, other) => other.at - one.at)
      .slice(0, MOST)
  }
  return {
    list,
    async read(name) {
      // only what is offered: a name from the page leads nowhere else
      if (!(await list()).some((offered) => offered.name === name)) return null
      return readFile(join(folder, name), 'utf8').catch(() => null)
    },
  }
}
