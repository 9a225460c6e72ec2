/**
 * Characters that change how a line reads without being seen: controls, zero-width and joining characters, direction
 * marks and overrides, variation selectors, tags, and line and paragraph separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/**
 * Makes hidden characters readable as `⟨U+202E⟩`, so that what the user approves is what they read. Text without such
 * characters is given back as it is.
 */
export function makeVisible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
