/** An answer sooner than this after a question came up was meant for something else, in ms. */
export const ACCIDENTAL_INPUT_MS = 500
