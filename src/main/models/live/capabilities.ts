import type { LiveModel } from '../../../shared/ipc/live-models'

/** The capabilities of a Live model, which decide the setup fields and message forms that it is sent. */
export interface LiveCapabilities {
  /** Behaviours that a function may declare; if there are none, the field is omitted and every call blocks. */
  readonly behaviors: readonly ('BLOCKING' | 'NON_BLOCKING')[]
  /** Whether a response may contain `scheduling`. */
  readonly scheduling: boolean
  /** How typed text is sent: as a content turn, or as realtime text where content is only for history. */
  readonly text: 'client-content' | 'realtime-text'
  /**
   * How a new session receives the history: as content that requests no answer, as such content announced in the setup (the model then
   * waits for it), or in the instruction, which every model accepts.
   */
  readonly history: 'client-content' | 'history-config' | 'instruction'
  readonly sessionResumption: boolean
  readonly contextWindowCompression: boolean
  readonly speechConfig: boolean
  /** Whether the language of its speech can be chosen. */
  readonly speechLanguage: boolean
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether proactive audio can be switched on; a model that always has it offers no choice. */
  readonly proactiveAudio: boolean
  /** Long silence means work, not a stall. */
  readonly thinksLong: boolean
  /** Whether Google Search can be combined with functions. */
  readonly googleSearch: boolean
  /** Whether the transcription of speech accepts expected languages, and names and terms to recognize. */
  readonly transcriptionLanguages: boolean
  readonly customVocabulary: boolean
  readonly mediaResolution: boolean
  /** Whether the model sees frames of a screen or camera. */
  readonly video: boolean
  /** Whether the user's turn can consist of their speech and all frames. */
  readonly videoCoverage: boolean
  /** Whether instruction and tools can be changed in a running session; otherwise a new connection applies them. */
  readonly contextUpdate: boolean
}

/** The capabilities of every Live model: audio both ways, transcripts, manual activity, instruction, plain functions. */
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
  video: false,
  videoCoverage: false,
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
  video: true,
  videoCoverage: true,
  contextUpdate: true,
}

/** Missing in the previews before 3.8 (models page and migration guide of 3.8, September 2026). */
const beforeStable = { transcriptionLanguages: false, customVocabulary: false, contextUpdate: false, videoCoverage: false } as const

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

/** The known models, best first. */
export const knownLiveModels: readonly string[] = [...byModel.keys()]

/**
 * Capabilities of a model, with or without the `models/` prefix; an unknown model gets the minimal set. `described` overrides this
 * table.
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
    video: entry.video ?? known.video,
    videoCoverage: entry.videoCoverage ?? known.videoCoverage,
    contextUpdate: entry.contextUpdate ?? known.contextUpdate,
  }
}

const bare = (model: string): string => model.replace(/^models\//, '')

/** The capabilities without any setup field that a session can do without, except tools; the message forms stay. */
export function withoutOptionalFields(capabilities: LiveCapabilities): LiveCapabilities {
  return { ...minimalCapabilities, text: capabilities.text, video: capabilities.video, thinksLong: capabilities.thinksLong }
}
