/**
 * Invisible characters that change how a line reads: controls, zero-width and joining characters, direction marks and
 * overrides, variation selectors, tags, blank letters, and line and paragraph separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Makes hidden characters readable as `⟨U+202E⟩`, so that the user approves exactly what they read. Text without such
 * characters is returned unchanged.
 */
export function makeVisible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Characters that begin or end another writing direction: embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes characters readable that would reverse the text after them, and leaves everything else unchanged, such as the joiners of
 * emoji: for titles and file names, which are read but not approved.
 */
export function makeDirectionVisible(text: string): string {
  return text.replace(TURNING, makeVisible)
}
