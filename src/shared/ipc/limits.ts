/** The longest accepted typed message, in UTF-16 units. */
export const longestText = 100_000

/** The longest accepted key, in UTF-16 units. */
export const longestKey = 500

/** Longest title that a user can give a conversation, in UTF-16 units. */
export const longestTitle = 200

/** Longest search, in UTF-16 units. */
export const longestSearch = 200

/** Size of one piece of a file that is sent in pieces, in bytes. */
export const PIECE_BYTES = 512 * 1024

/** Most rows in one window of a result, and most bytes in one piece of a data file. */
export const mostWindowRows = 5_000
export const largestPiece = 512 * 1024
