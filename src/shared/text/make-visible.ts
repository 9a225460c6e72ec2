/**
 * Characters that change how a line reads without being seen: controls, zero-width and joining characters, direction
 * marks and overrides, variation selectors, tags, blank letters, and line and paragraph separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

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

/** Signs that begin another direction of writing, or end it: embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes the signs readable that would turn what stands behind them around, and leaves all else as it is, such as the hidden joints of
 * emoji: for titles and names of files, which are read and not approved.
 */
export function makeDirectionVisible(text: string): string {
  return text.replace(TURNING, makeVisible)
}
