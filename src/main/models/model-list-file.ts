import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseJson } from '../../shared/lib/json-value'
import { z } from '../../shared/lib/zod'
import { serviceModelSchema } from '../../shared/models/model-list'
import { type Files, writeAtomically } from '../lib/files'

/** Name of the file in the user's data folder. */
export const MODELS_FILE = 'models.json'

const fileSchema = z.object({
  version: z.literal(1),
  /** whose list it is: see `sourceOf` */
  source: z.string(),
  /** ms since the epoch */
  fetchedAt: z.number(),
  models: z.array(serviceModelSchema),
})
export type StoredModels = z.infer<typeof fileSchema>

/** Stands for a key and an address without naming them: a list belongs to both. */
export function sourceOf(apiKey: string, baseUrl: string): string {
  return createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 16)
}

/** The list that was kept last; null where there is none that can be read. It can always be had again. */
export async function readModels(folder: string, files: Files): Promise<StoredModels | null> {
  const text = await files.read(join(folder, MODELS_FILE)).catch(() => null)
  return text === null ? null : (fileSchema.safeParse(parseJson(text)).data ?? null)
}

/** Keeps a list. Rejects with the system's error. */
export async function writeModels(folder: string, files: Files, stored: StoredModels): Promise<void> {
  await writeAtomically(files, join(folder, MODELS_FILE), `${JSON.stringify(stored)}\n`)
}
