import { z } from '../lib/zod'
import { bareModel, defaultModels, isImageModel, knownModel, knownModels, type ModelUse } from './known-models'

/** One model as `models.list` returns it (ai.google.dev, Models; `Model` in the client library's types). */
export const serviceModelSchema = z.object({
  /** without the prefix `models/` */
  model: z.string().min(1).max(200),
  name: z.string(),
  description: z.string(),
  inputTokenLimit: z.number().int().nonnegative().nullable(),
  outputTokenLimit: z.number().int().nonnegative().nullable(),
  /** names of its methods, such as `generateContent` and `bidiGenerateContent` */
  methods: z.array(z.string()),
  /** whether it can think; null if the service does not say */
  thinking: z.boolean().nullable(),
})
export type ServiceModel = z.infer<typeof serviceModelSchema>

/** Why there is no list from the service. `empty`: it came, but the key has no model that Parley can use. */
export const modelListProblemSchema = z.enum(['no-key', 'refused', 'no-answer', 'unreadable', 'empty'])
export type ModelListProblem = z.infer<typeof modelListProblemSchema>

/** One model to choose. `name` is null if only its id is known. */
export const modelChoiceSchema = z.strictObject({
  model: z.string(),
  name: z.string().nullable(),
  description: z.string(),
  inputTokenLimit: z.number().nullable(),
  deprecated: z.boolean(),
})
export type ModelChoice = z.infer<typeof modelChoiceSchema>

/** The models that the user can choose from. */
export const modelListSchema = z.strictObject({
  /** `service`: Gemini's list; `built-in`: Parley's own list */
  origin: z.enum(['service', 'built-in']),
  /** when the list was fetched (ms since the epoch) */
  fetchedAt: z.number().nullable(),
  problem: modelListProblemSchema.nullable(),
  live: z.array(modelChoiceSchema),
  text: z.array(modelChoiceSchema),
  image: z.array(modelChoiceSchema),
})
export type ModelList = z.infer<typeof modelListSchema>

const METHOD: { readonly [Use in ModelUse]: string } = { live: 'bidiGenerateContent', text: 'generateContent', image: 'generateContent' }

/** Models that answer with speech, vectors or actions, or do not support conversations: not in these lists. */
const OTHER_PURPOSE = /embedding|-tts|imagen|veo|lyria|aqa|robotics|computer-use|translate|transcribe|omni|deep-research/i

/** The service's models for this use: known ones first, in Parley's order. */
export function offeredModels(models: readonly ServiceModel[], use: ModelUse): readonly ModelChoice[] {
  const usable = models.filter(
    ({ model, methods }) => methods.includes(METHOD[use]) && !OTHER_PURPOSE.test(model) && isImageModel(model) === (use === 'image'),
  )
  const rank = ({ model }: ServiceModel): number => {
    const index = knownModels.findIndex((known) => known.model === model)
    return index < 0 ? knownModels.length : index
  }
  return usable
    .toSorted((one, other) => rank(one) - rank(other) || one.model.localeCompare(other.model))
    .map(({ model, name, description, inputTokenLimit }) => ({
      model,
      name: knownModel(model)?.name ?? (name === '' ? null : name),
      description,
      inputTokenLimit,
      deprecated: knownModel(model) !== undefined && knownModel(model)?.standing !== 'offered',
    }))
}

/** Parley's own list, used when there is none from the service. */
export function builtInModels(use: ModelUse): readonly ModelChoice[] {
  return knownModels
    .filter((known) => known.use === use && known.standing === 'offered')
    .map(({ model, name }) => ({ model, name, description: '', inputTokenLimit: null, deprecated: false }))
}

/** The list for a page that has not received another one. */
export const builtInModelList: ModelList = {
  origin: 'built-in',
  fetchedAt: null,
  problem: null,
  live: [...builtInModels('live')],
  text: [...builtInModels('text')],
  image: [...builtInModels('image')],
}

/**
 * The replacement for a chosen model, or null if it stays. `before` and `now` are the service's lists for this use, null if
 * there is none; `all` is what it lists now for any use. A model is gone if it was in the earlier list and is not in the newer
 * one, or if Parley knows that it is retired and no list contradicts that. A model that exists only for other uses, such as a
 * text model chosen to speak, is replaced as well. A name that was never listed stays: the user typed it.
 */
export function replacementFor(
  chosen: string,
  use: ModelUse,
  before: readonly ModelChoice[] | null,
  now: readonly ModelChoice[] | null,
  all: readonly ServiceModel[] = [],
): string | null {
  const model = bareModel(chosen)
  const listed = (list: readonly ModelChoice[]): boolean => list.some((one) => one.model === model)
  if (now === null || now.length === 0) return knownModel(model)?.standing === 'retired' ? defaultModels[use] : null
  const isForOthers = all.some((one) => one.model === model && !one.methods.includes(METHOD[use]))
  if (listed(now) || !(isForOthers || listed(before ?? builtInModels(use)))) return null
  const preferred = now.some((one) => one.model === defaultModels[use]) ? defaultModels[use] : now[0]?.model
  return preferred ?? null
}
