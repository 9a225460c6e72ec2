import { bareModel, isImageModel } from '../../../shared/models/known-models'

/** What a model that answers in writing understands: decides which options are sent to it. */
export interface TextCapabilities {
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether it shows summaries of its thoughts. */
  readonly thoughts: boolean
  /** Whether tools of the service (search, code) can stand beside functions; otherwise functions go first. */
  readonly combinesTools: boolean
  /** Whether it takes an instruction. */
  readonly instruction: boolean
  /** Whether it takes tools; without them the history tells its calls in words. */
  readonly tools: boolean
  /** Whether it answers with pictures and text (`responseModalities`). */
  readonly pictures: boolean
}

const third: TextCapabilities = {
  thinkingLevels: ['low', 'medium', 'high'],
  thoughts: true,
  combinesTools: true,
  instruction: true,
  tools: true,
  pictures: false,
}
const second: TextCapabilities = { ...third, thinkingLevels: [], combinesTools: false }

/**
 * What every image model takes: the conversation, and nothing else. None of them calls functions or answers in JSON
 * (BerriAI/litellm#44983); earlier ones refuse an instruction ("Developer instruction is not enabled", google/adk-java#110) and
 * thinking ("Thinking is not enabled for this model", iBUHub/AIStudioToAPI#213), and of later ones nobody says that they take an
 * instruction. Summaries of thoughts would bring drafts of the picture with them.
 */
const images: TextCapabilities = {
  thinkingLevels: [],
  thoughts: false,
  combinesTools: false,
  instruction: false,
  tools: false,
  pictures: true,
}

/** The levels that vendors list (router-for-me/CLIProxyAPI#1734 for 3.1; a snapshot of 18 October 2026 for 2.1). */
const byImageModel: ReadonlyMap<string, TextCapabilities> = new Map<string, TextCapabilities>([
  ['gemini-nano-banana-2.1', { ...images, thinkingLevels: ['minimal', 'medium', 'high'] }],
  ['gemini-3-pro-image', images],
  ['gemini-3.1-flash-lite-image', { ...images, thinkingLevels: ['minimal', 'high'] }],
])

/** The models of each kind that docs/text-model.md shows. */
export const describedTextModels: readonly string[] = ['gemini-3.8-flash', 'gemini-2.5-flash', ...byImageModel.keys()]

/**
 * Capabilities of a model, with or without `models/` before its name: those of image models by their name, of the others by
 * their generation. `pictures`: it is asked for pictures, whatever its name says.
 */
export function textCapabilities(model: string, pictures = false): TextCapabilities {
  if (pictures || isImageModel(model)) return byImageModel.get(bareModel(model)) ?? images
  return /^gemini-[12]\./.test(bareModel(model)) ? second : third
}
