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
  /** the source of the list: see `sourceOf` */
  source: z.string(),
  /** ms since the epoch */
  fetchedAt: z.number(),
  models: z.array(serviceModelSchema),
})
export type StoredModels = z.infer<typeof fileSchema>

/** Identifies a key and an address without revealing them: a list belongs to both. */
export function sourceOf(apiKey: string, baseUrl: string): string {
  return createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 16)
}

/** The stored list; null if there is none or it is unreadable. It can always be fetched again. */
export async function readModels(folder: string, files: Files): Promise<StoredModels | null> {
  const text = await files.read(join(folder, MODELS_FILE)).catch(() => null)
  return text === null ? null : (fileSchema.safeParse(parseJson(text)).data ?? null)
}

/** Stores a list. Rejects with the system's error. */
export async function writeModels(folder: string, files: Files, stored: StoredModels): Promise<void> {
  await writeAtomically(files, join(folder, MODELS_FILE), `${JSON.stringify(stored)}\n`)
}
