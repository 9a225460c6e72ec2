import type { PlainKey } from '../i18n/language-file'

/** How a model is used: the Live protocol, requests for text answers, or requests for answers with images. */
export type ModelUse = 'live' | 'text' | 'image'

/** A model that Parley knows without asking the service. */
export interface KnownModel {
  readonly model: string
  readonly use: ModelUse
  /** As its maker spells it. */
  readonly name: string
  /** What it is good for, in a few words. */
  readonly words: PlainKey
  /**
   * `deprecated`: the service still answers and has announced the end. `retired`: it has ended; the model is not offered,
   * but old recordings of it stay readable.
   */
  readonly standing: 'offered' | 'deprecated' | 'retired'
}

/**
 * The fallback when the service's list could not be fetched, best first. Changelog of the Gemini API of 8 and 13 October
 * 2026 for the text models, of 6 October 2026 for the image models; the two Live previews ended on 17 November 2026 and
 * `gemini-3.1-flash-image` on 29 October 2026 (both reported, not seen at Google).
 */
export const knownModels: readonly KnownModel[] = [
  { model: 'gemini-3.8-live', use: 'live', name: 'Gemini 3.8 Live', words: 'models.live', standing: 'offered' },
  {
    model: 'gemini-3.8-live-extended-thinking',
    use: 'live',
    name: 'Gemini 3.8 Live Extended Thinking',
    words: 'models.liveThinking',
    standing: 'offered',
  },
  {
    model: 'gemini-3.1-flash-live-preview',
    use: 'live',
    name: 'Gemini 3.1 Flash Live Preview',
    words: 'models.earlier',
    standing: 'retired',
  },
  {
    model: 'gemini-2.5-flash-native-audio-preview-12-2025',
    use: 'live',
    name: 'Gemini 2.5 Flash Native Audio Preview',
    words: 'models.earlier',
    standing: 'retired',
  },
  { model: 'gemini-3.8-flash', use: 'text', name: 'Gemini 3.8 Flash', words: 'models.flash', standing: 'offered' },
  { model: 'gemini-4-argon', use: 'text', name: 'Gemini 4 Argon', words: 'models.newest', standing: 'offered' },
  { model: 'gemini-4-carbon', use: 'text', name: 'Gemini 4 Carbon', words: 'models.newest', standing: 'offered' },
  { model: 'gemini-4-hydrogen', use: 'text', name: 'Gemini 4 Hydrogen', words: 'models.newest', standing: 'offered' },
  { model: 'gemini-3.1-pro-preview', use: 'text', name: 'Gemini 3.1 Pro Preview', words: 'models.pro', standing: 'offered' },
  { model: 'gemini-3.6-flash', use: 'text', name: 'Gemini 3.6 Flash', words: 'models.earlier', standing: 'offered' },
  { model: 'gemini-3.5-flash-lite', use: 'text', name: 'Gemini 3.5 Flash-Lite', words: 'models.lite', standing: 'offered' },
  { model: 'gemini-3.1-flash-lite', use: 'text', name: 'Gemini 3.1 Flash-Lite', words: 'models.earlier', standing: 'offered' },
  { model: 'gemini-3.7-flash', use: 'text', name: 'Gemini 3.7 Flash', words: 'models.earlier', standing: 'deprecated' },
  { model: 'gemini-3.5-flash', use: 'text', name: 'Gemini 3.5 Flash', words: 'models.earlier', standing: 'deprecated' },
  { model: 'gemini-2.5-pro', use: 'text', name: 'Gemini 2.5 Pro', words: 'models.earlier', standing: 'retired' },
  { model: 'gemini-2.5-flash', use: 'text', name: 'Gemini 2.5 Flash', words: 'models.earlier', standing: 'retired' },
  { model: 'gemini-nano-banana-2.1', use: 'image', name: 'Nano Banana 2.1', words: 'models.pictures', standing: 'offered' },
  { model: 'gemini-3-pro-image', use: 'image', name: 'Nano Banana Pro', words: 'models.picturesPro', standing: 'offered' },
  { model: 'gemini-3.1-flash-lite-image', use: 'image', name: 'Nano Banana 2 Lite', words: 'models.picturesLite', standing: 'offered' },
  { model: 'gemini-3.1-flash-image', use: 'image', name: 'Nano Banana 2', words: 'models.earlier', standing: 'retired' },
  { model: 'gemini-2.5-flash-image', use: 'image', name: 'Nano Banana', words: 'models.earlier', standing: 'retired' },
]

/** The default model, also used instead of a model that no longer exists. */
export const defaultModels: { readonly [Use in ModelUse]: string } = {
  live: 'gemini-3.8-live',
  text: 'gemini-3.8-flash',
  image: 'gemini-nano-banana-2.1',
}

/** The name of a model without the prefix `models/`. */
export const bareModel = (model: string): string => model.replace(/^models\//, '')

/** A known model's built-in facts. */
export function knownModel(model: string): KnownModel | undefined {
  return knownModels.find((known) => known.model === bareModel(model))
}

/** Names of models that answer with images, in the service's form: `gemini-3-pro-image`, `gemini-nano-banana-2.1`. */
const IMAGE_MODEL = /nano-banana|(?:^|-)image(?:-|$)/i

/** Whether a model answers with images, by its name: the service's list does not say so. */
export function isImageModel(model: string): boolean {
  return IMAGE_MODEL.test(bareModel(model))
}
