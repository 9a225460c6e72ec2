import type { AudioTranscriptionConfig } from '@google/genai'
import type { LiveCapabilities } from './capabilities'
import type { LiveSetup } from './live-setup'

/** The most terms that are sent. The service names no limit; a long list makes recognition worse. */
const MOST_TERMS = 100
/** Longest term, in UTF-16 units. */
const LONGEST_TERM = 80

/**
 * How the user's speech is to be transcribed (genai.d.ts, AudioTranscriptionConfig): the languages to expect, and the names and
 * terms to know. The user's own terms come before the names of their data. A model that takes neither gets an empty config.
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
