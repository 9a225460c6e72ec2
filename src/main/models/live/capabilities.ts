import type { LiveModel } from '../../../shared/ipc/live-models'

/** What a Live model understands: decides which setup fields and message forms are sent to it. */
export interface LiveCapabilities {
  /** Behaviours a function may be declared with; none: the field is left out and every call blocks. */
  readonly behaviors: readonly ('BLOCKING' | 'NON_BLOCKING')[]
  /** Whether an answer may carry `scheduling`. */
  readonly scheduling: boolean
  /** How typed text goes: as a content turn, or as realtime text where content is for history alone. */
  readonly text: 'client-content' | 'realtime-text'
  /**
   * How a new session is told what was said before: as content that asks for no answer, the same announced in the setup
   * (the model then waits for it), or inside the instruction, which every model takes.
   */
  readonly history: 'client-content' | 'history-config' | 'instruction'
  readonly sessionResumption: boolean
  readonly contextWindowCompression: boolean
  readonly speechConfig: boolean
  /** Whether the language of its speech can be chosen. */
  readonly speechLanguage: boolean
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether keeping silent can be switched on; where it always is, there is nothing to choose. */
  readonly proactiveAudio: boolean
  /** Long silence is work, not a stall. */
  readonly thinksLong: boolean
  /** Whether Google Search can stand beside functions. */
  readonly googleSearch: boolean
  /** Whether the transcription of speech takes the languages to expect, and names and terms to know. */
  readonly transcriptionLanguages: boolean
  readonly customVocabulary: boolean
  readonly mediaResolution: boolean
  /** Whether instruction and tools can be changed in a running session; otherwise a new connection takes them over. */
  readonly contextUpdate: boolean
}

/** What every Live model takes: audio both ways, transcripts, manual activity, instruction, plain functions. */
export const minimalCapabilities: LiveCapabilities = {
  behaviors: [],
  scheduling: false,
  text: 'realtime-text',
  history: 'instruction',
  sessionResumption: false,
  contextWindowCompression: false,
  speechConfig: false,
  speechLanguage: false,
  thinkingLevels: [],
  proactiveAudio: false,
  thinksLong: false,
  googleSearch: false,
  transcriptionLanguages: false,
  customVocabulary: false,
  mediaResolution: false,
  contextUpdate: false,
}

const full: LiveCapabilities = {
  behaviors: ['BLOCKING', 'NON_BLOCKING'],
  scheduling: true,
  text: 'client-content',
  history: 'client-content',
  sessionResumption: true,
  contextWindowCompression: true,
  speechConfig: true,
  speechLanguage: true,
  thinkingLevels: [],
  proactiveAudio: false,
  thinksLong: false,
  googleSearch: true,
  transcriptionLanguages: true,
  customVocabulary: true,
  mediaResolution: true,
  contextUpdate: true,
}

/** What the previews before 3.8 did not know yet (models page and migration guide of 3.8, September 2026). */
const beforeStable = { transcriptionLanguages: false, customVocabulary: false, contextUpdate: false } as const

/** Differences as reported for each model (live-spec §2 "Tools", §3, §4 row 4). */
const byModel: ReadonlyMap<string, LiveCapabilities> = new Map([
  ['gemini-3.8-live', full],
  [
    'gemini-3.8-live-extended-thinking',
    { ...full, behaviors: ['NON_BLOCKING'], scheduling: false, thinksLong: true, thinkingLevels: ['low', 'medium', 'high'] },
  ],
  [
    'gemini-3.1-flash-live-preview',
    {
      ...full,
      ...beforeStable,
      behaviors: [],
      scheduling: false,
      text: 'realtime-text',
      history: 'history-config',
      thinkingLevels: ['minimal', 'low', 'medium', 'high'],
    },
  ],
  ['gemini-2.5-flash-native-audio-preview-12-2025', { ...full, ...beforeStable, text: 'realtime-text', speechLanguage: false }],
])

/** The model a new user gets. */
export const defaultLiveModel = 'gemini-3.8-live'

/** The models this table knows, best first. */
export const knownLiveModels: readonly string[] = [...byModel.keys()]

/**
 * Capabilities of a model, with or without `models/` before its name; a model that isn't known gets the minimal set. What
 * `described` says of it outranks this table.
 */
export function liveCapabilities(model: string, described: readonly LiveModel[] = []): LiveCapabilities {
  const name = bare(model)
  const entry = described.findLast((one) => bare(one.model) === name)
  const known = byModel.get(bare(entry?.like ?? name)) ?? minimalCapabilities
  if (entry === undefined) return known
  return {
    behaviors: entry.behaviors ?? known.behaviors,
    scheduling: entry.scheduling ?? known.scheduling,
    text: entry.text ?? known.text,
    history: entry.history ?? known.history,
    sessionResumption: entry.sessionResumption ?? known.sessionResumption,
    contextWindowCompression: entry.contextWindowCompression ?? known.contextWindowCompression,
    speechConfig: entry.speechConfig ?? known.speechConfig,
    speechLanguage: entry.speechLanguage ?? known.speechLanguage,
    thinkingLevels: entry.thinkingLevels ?? known.thinkingLevels,
    proactiveAudio: entry.proactiveAudio ?? known.proactiveAudio,
    thinksLong: entry.thinksLong ?? known.thinksLong,
    googleSearch: entry.googleSearch ?? known.googleSearch,
    transcriptionLanguages: entry.transcriptionLanguages ?? known.transcriptionLanguages,
    customVocabulary: entry.customVocabulary ?? known.customVocabulary,
    mediaResolution: entry.mediaResolution ?? known.mediaResolution,
    contextUpdate: entry.contextUpdate ?? known.contextUpdate,
  }
}

const bare = (model: string): string => model.replace(/^models\//, '')

/** The capabilities with every setup field taken out that a session can do without, tools aside; how to speak to the model stays. */
export function withoutOptionalFields(capabilities: LiveCapabilities): LiveCapabilities {
  return { ...minimalCapabilities, text: capabilities.text, thinksLong: capabilities.thinksLong }
}
