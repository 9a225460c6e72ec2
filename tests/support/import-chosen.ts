import { detectedChoices, type ImportChoices } from '../../src/shared/data/import-choices'
import type { CallReply } from '../../src/shared/ipc/contract'
import type { InProcessApp } from './app-in-process'

/** Imports files that wait, as they were detected but for these choices; returns the ids of all new sources. */
export async function importChosen(
  app: Pick<InProcessApp, 'call'>,
  added: CallReply<'source.choose'> | CallReply<'source.uploaded'>,
  choices: Partial<ImportChoices> = {},
): Promise<readonly string[]> {
  if (!('sourceIds' in added)) throw new Error('nothing was added')
  const sourceIds = [...added.sourceIds]
  for (const { importId } of added.waiting) {
    const started = await app.call('import.start', { importId, choices: { ...detectedChoices, ...choices } })
    sourceIds.push(...started.sourceIds)
  }
  return sourceIds
}
