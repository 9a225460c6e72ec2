import type { AudioTranscriptionConfig } from '@google/genai'
import type { LiveCapabilities } from './capabilities'
import type { LiveSetup } from './live-setup'

/** The most terms that are sent. The service names no limit; a long list makes recognition worse. */
const MOST_TERMS = 100
/** Longest term, in UTF-16 units. */
const LONGEST_TERM = 80

/**
 * The transcription settings for the user's speech (genai.d.ts, AudioTranscriptionConfig): expected languages, and names and terms to
 * recognize. The user's own terms precede the names of their data. A model that supports neither gets an empty config.
 */
export function inputTranscription(
  { choices, names }: Pick<LiveSetup, 'choices' | 'names'>,
  capabilities: LiveCapabilities,
): AudioTranscriptionConfig {
  const { transcriptionLanguages, vocabulary } = choices
  const terms = [...new Set([...vocabulary, ...names].map((term) => term.trim()).filter((term) => term !== ''))]
    .filter((term) => term.length <= LONGEST_TERM)
    .slice(0, MOST_TERMS)
  return {
    ...(capabilities.transcriptionLanguages && transcriptionLanguages.length > 0 && { languageCodes: [...transcriptionLanguages] }),
    ...(capabilities.customVocabulary && terms.length > 0 && { customVocabulary: terms }),
  }
}
