import type { UIMessage } from '../../shared/protocol/ui-message'

/** What a line of text takes, and what stands around the words of a message, in px. */
const LINE = 24
const AROUND = 62
const CALL = 44
/** So many characters stand on a line. */
const LINE_LENGTH = 76
/** A message that is cut to a part of its height, or has a picture, is not worth a better guess. */
const MOST = 4000

/** How high a message that was never drawn may be, in px: near enough that the thread's length does not jump when it is. */
export function guessHeight(message: UIMessage | undefined): number {
  let height = AROUND
  for (const part of message?.parts ?? []) {
    if (part.type === 'dynamic-tool') height += CALL
    else if (part.type === 'text')
      height += LINE * part.text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / LINE_LENGTH), 0)
  }
  return Math.min(MOST, height)
}
