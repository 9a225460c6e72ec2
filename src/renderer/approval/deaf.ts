/** An answer sooner than this after a question came up was meant for something else, in ms. */
export const DEAF_MS = 500
