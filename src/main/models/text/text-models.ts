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

/** Capabilities of a model, with or without `models/` before its name: by its generation, as the names of the models tell it. */
export function textCapabilities(model: string): TextCapabilities {
  return /^(models\/)?gemini-[12]\./.test(model) ? second : third
}
