/** The longest typed message that is taken, in UTF-16 units. */
export const longestText = 100_000

/** The longest key that is taken, in UTF-16 units. */
export const longestKey = 500
