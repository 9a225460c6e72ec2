/** What a text model understands: decides which options are sent to it. */
export interface TextCapabilities {
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether it shows summaries of its thoughts. */
  readonly thoughts: boolean
  /** Whether tools of the service (search, code) can stand beside functions; otherwise functions go first. */
  readonly combinesTools: boolean
}

const third: TextCapabilities = { thinkingLevels: ['low', 'medium', 'high'], thoughts: true, combinesTools: true }
const second: TextCapabilities = { thinkingLevels: [], thoughts: true, combinesTools: false }

/** The text model a new user gets. */
export const defaultTextModel = 'gemini-3.8-flash'

/** Models to choose from, best first; any other name can be typed. */
export const knownTextModels: readonly string[] = [
  defaultTextModel,
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
]

/** Capabilities of a model, with or without `models/` before its name: by its generation, as the names of the models tell it. */
export function textCapabilities(model: string): TextCapabilities {
  return /^(models\/)?gemini-[12]\./.test(model) ? second : third
}
