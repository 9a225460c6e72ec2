import { loadedLanguages } from '../i18n/languages'

/** Built again for each set of loaded languages. */
const known = new Map<string, RegExp>()

/** Matches a spoken yes to an open approval, in any loaded language. */
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
 * Whether these words say yes and nothing else. It never answers an approval: it only shows that the user means the open
 * one, so that the focus can move there. A yes with a condition ("yes, but 50 euros") does not match.
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
