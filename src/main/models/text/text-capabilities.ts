import { bareModel, isImageModel } from '../../../shared/models/known-models'

/** The capabilities of a text model, which decide the options it is sent. */
export interface TextCapabilities {
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether it shows summaries of its thoughts. */
  readonly thoughts: boolean
  /** Whether tools of the service (search, code) can be combined with functions; otherwise functions take precedence. */
  readonly combinesTools: boolean
  /** Whether it accepts an instruction. */
  readonly instruction: boolean
  /** Whether it accepts tools; otherwise the history contains calls as text. */
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
 * The capabilities of every image model: the conversation, and nothing else. None of them calls functions or answers in JSON
 * (BerriAI/litellm#44983); earlier ones refuse an instruction ("Developer instruction is not enabled", google/adk-java#110) and
 * thinking ("Thinking is not enabled for this model", iBUHub/AIStudioToAPI#213), and no source says that later ones accept an
 * instruction. Thought summaries would include drafts of the picture.
 */
const images: TextCapabilities = {
  thinkingLevels: [],
  thoughts: false,
  combinesTools: false,
  instruction: false,
  tools: false,
  pictures: true,
}

/** The levels listed by vendors (router-for-me/CLIProxyAPI#1734 for 3.1; a snapshot of 18 October 2026 for 2.1). */
const byImageModel: ReadonlyMap<string, TextCapabilities> = new Map<string, TextCapabilities>([
  ['gemini-nano-banana-2.1', { ...images, thinkingLevels: ['minimal', 'medium', 'high'] }],
  ['gemini-3-pro-image', images],
  ['gemini-3.1-flash-lite-image', { ...images, thinkingLevels: ['minimal', 'high'] }],
])

/** The example models of each kind in docs/text-model.md. */
export const describedTextModels: readonly string[] = ['gemini-3.8-flash', 'gemini-2.5-flash', ...byImageModel.keys()]

/**
 * Capabilities of a model, with or without the `models/` prefix: of image models by name, of others by generation. `pictures`: the
 * request asks for pictures, whatever the model's name says.
 */
export function textCapabilities(model: string, pictures = false): TextCapabilities {
  if (pictures || isImageModel(model)) return byImageModel.get(bareModel(model)) ?? images
  return /^gemini-[12]\./.test(bareModel(model)) ? second : third
}
