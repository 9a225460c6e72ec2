import type { UIMessage } from '../../shared/protocol/ui-message'

/** The height of a line of text, and the space around a message's text, in px. */
const LINE = 24
const AROUND = 62
const CALL = 44
/** Characters on a line. */
const LINE_LENGTH = 76
/** A message that is cut in height, or has an image, needs no better guess. */
const MOST = 4000

/**
 * The estimated height in px of a message that was never rendered: close enough that the thread's length does not jump
 * when it is.
 */
export function guessHeight(message: UIMessage | undefined): number {
  let height = AROUND
  for (const part of message?.parts ?? []) {
    if (part.type === 'dynamic-tool') height += CALL
    else if (part.type === 'text')
      height += LINE * part.text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / LINE_LENGTH), 0)
  }
  return Math.min(MOST, height)
}
