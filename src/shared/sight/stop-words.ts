import { loadedLanguages } from '../i18n/languages'

/**
 * Whether the user asks Gemini to stop looking, in any loaded language. It may be said in the middle of more; too much ends sight too soon,
 * and harms nobody.
 */
export function saysStopLooking(text: string): boolean {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return loadedLanguages().some(([, { spokenStop }]) => spokenStop.some((stop) => letters.includes(stop)))
}
