import { loadedLanguages } from '../i18n/languages'

/** Told again for each set of languages that is loaded. */
const known = new Map<string, RegExp>()

/** A yes in words, in any language that is loaded, as it is said to a question that waits. */
function wholeYes(): RegExp {
  const languages = loadedLanguages()
  const key = languages.map(([code]) => code).join()
  const found = known.get(key)
  if (found !== undefined) return found
  const yes = languages.flatMap(([, { spokenYes }]) => spokenYes.yes).join('|')
  const beside = languages.flatMap(([, { spokenYes }]) => spokenYes.beside).join('|')
  const made = new RegExp(`^(?:(?:${yes}|${beside})\\s*)*(?:${yes})(?:\\s*(?:${yes}|${beside}))*$`)
  known.set(key, made)
  return made
}

/**
 * Whether these words say yes and nothing else. It never answers a question: it only tells that the user means the one that
 * waits, so that the focus can go there. Words with a wish in them ("yes, but 50 euros") are none.
 */
export function isSpokenYes(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.length <= LONGEST_YES && wholeYes().test(words)
}

const LONGEST_YES = 60
