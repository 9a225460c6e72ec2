import { z } from '../lib/zod'
import { bareModel, defaultModels, isImageModel, knownModel, knownModels, type ModelUse } from './known-models'

/** One model as `models.list` names it (ai.google.dev, Models; `Model` in the client library's types). */
export const serviceModelSchema = z.object({
  /** without `models/` before it */
  model: z.string().min(1).max(200),
  name: z.string(),
  description: z.string(),
  inputTokenLimit: z.number().int().nonnegative().nullable(),
  outputTokenLimit: z.number().int().nonnegative().nullable(),
  /** names of its methods, such as `generateContent` and `bidiGenerateContent` */
  methods: z.array(z.string()),
  /** whether it can think; null where the service does not say */
  thinking: z.boolean().nullable(),
})
export type ServiceModel = z.infer<typeof serviceModelSchema>

/** Why the list of the service is not there. `empty`: it came, and the key reaches no model that Parley can use. */
export const modelListProblemSchema = z.enum(['no-key', 'refused', 'no-answer', 'unreadable', 'empty'])
export type ModelListProblem = z.infer<typeof modelListProblemSchema>

/** One model to choose. `name` is null where only its id is known. */
export const modelChoiceSchema = z.strictObject({
  model: z.string(),
  name: z.string().nullable(),
  description: z.string(),
  inputTokenLimit: z.number().nullable(),
  deprecated: z.boolean(),
})
export type ModelChoice = z.infer<typeof modelChoiceSchema>

/** What the user can choose from. */
export const modelListSchema = z.strictObject({
  /** `service`: as Gemini listed it; `built-in`: what Parley knows by itself */
  origin: z.enum(['service', 'built-in']),
  /** when the list came, in ms since the epoch */
  fetchedAt: z.number().nullable(),
  problem: modelListProblemSchema.nullable(),
  live: z.array(modelChoiceSchema),
  text: z.array(modelChoiceSchema),
  image: z.array(modelChoiceSchema),
})
export type ModelList = z.infer<typeof modelListSchema>

const METHOD: { readonly [Use in ModelUse]: string } = { live: 'bidiGenerateContent', text: 'generateContent', image: 'generateContent' }

/** Models that answer with speech, vectors or actions, or take no conversation: not for these lists. */
const OTHER_PURPOSE = /embedding|-tts|imagen|veo|lyria|aqa|robotics|computer-use|translate|transcribe|omni|deep-research/i

/** The models of the service that can be used so, those that Parley knows first, in its order. */
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

/** What Parley offers by itself where no list of the service came. */
export function builtInModels(use: ModelUse): readonly ModelChoice[] {
  return knownModels
    .filter((known) => known.use === use && known.standing === 'offered')
    .map(({ model, name }) => ({ model, name, description: '', inputTokenLimit: null, deprecated: false }))
}

/** The list for a page that has not been told another one. */
export const builtInModelList: ModelList = {
  origin: 'built-in',
  fetchedAt: null,
  problem: null,
  live: [...builtInModels('live')],
  text: [...builtInModels('text')],
  image: [...builtInModels('image')],
}

/**
 * The model that takes the place of a chosen one, or null where it stays. `before` and `now` are lists of the service for this
 * use, null where there is none; `all` is what it lists now for any use. A model is gone when it stood in the one and not in the
 * other, or when Parley knows that it is retired and no list says otherwise. One that is there for other uses alone, as a text
 * model that was chosen to speak, is replaced as well. A name that nobody listed is left alone: the user typed it.
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
