import { join } from 'node:path'
import { z } from '../../../shared/lib/zod'
import { type Files, writeAtomically } from '../../lib/files'

const storedSchema = z.strictObject({
  /** the version that ran last */
  version: z.string(),
  /** the release notes of the pending update */
  coming: z.strictObject({ version: z.string(), notes: z.string() }).nullable(),
})

/** Remembers which version ran, and the release notes of the next one. */
export interface WhatIsNew {
  /** The news of the current version at its first start after another one; null at every other start. */
  take(): Promise<string | null>
  keep(version: string, notes: string): Promise<void>
}

/** Stores it in the user's data folder. */
export function createWhatIsNew(folder: string, files: Files, version: string): WhatIsNew {
  const path = join(folder, 'version.json')
  const write = (coming: z.infer<typeof storedSchema>['coming']) => writeAtomically(files, path, JSON.stringify({ version, coming }))
  return {
    async take() {
      const text = await files.read(path)
      const stored = storedSchema.safeParse(text === null ? null : parse(text)).data
      if (stored?.version === version) return null
      await write(null)
      if (stored === undefined) return null
      return stored.coming?.version === version && stored.coming.notes !== '' ? `${version}: ${stored.coming.notes}` : version
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
