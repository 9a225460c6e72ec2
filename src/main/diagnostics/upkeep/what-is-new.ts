import { join } from 'node:path'
import { z } from '../../../shared/lib/zod'
import { type Files, writeAtomically } from '../../lib/files'

const keptSchema = z.strictObject({
  /** the version that ran last */
  version: z.string(),
  /** what the makers of the update that waits said about it */
  coming: z.strictObject({ version: z.string(), notes: z.string() }).nullable(),
})

/** Remembers which version ran, and what was said about the next one. */
export interface WhatIsNew {
  /** What is new in the version that runs, the first time that it runs after another one; null at every other start. */
  take(): Promise<string | null>
  keep(version: string, notes: string): Promise<void>
}

/** Keeps it in the folder of the user's data. */
export function createWhatIsNew(folder: string, files: Files, version: string): WhatIsNew {
  const path = join(folder, 'version.json')
  const write = (coming: z.infer<typeof keptSchema>['coming']) => writeAtomically(files, path, JSON.stringify({ version, coming }))
  return {
    async take() {
      const text = await files.read(path)
      const kept = keptSchema.safeParse(text === null ? null : parse(text)).data
      if (kept?.version === version) return null
      await write(null)
      if (kept === undefined) return null
      return kept.coming?.version === version && kept.coming.notes !== '' ? `${version}: ${kept.coming.notes}` : version
    },
    keep: (comingVersion, notes) => write({ version: comingVersion, notes }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
