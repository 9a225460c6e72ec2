/** ms after a card appears during which input is ignored, because it was meant for something else. */
export const ACCIDENTAL_INPUT_MS = 500
