/** The longest accepted typed message, in UTF-16 units. */
export const longestText = 100_000

/** The longest accepted key, in UTF-16 units. */
export const longestKey = 500

/** Longest title that a user can give a conversation, in UTF-16 units. */
export const longestTitle = 200

/** Longest search, in UTF-16 units. */
export const longestSearch = 200
