import { makeVisible } from './make-visible'

/**
 * The beginning of a text of somebody else's with hidden characters readable, at most so many characters. It is cut before they are made
 * readable, which takes long for megabytes of them.
 */
export function visibleBeginning(text: string, most: number): string {
  const shown = makeVisible(text.slice(0, most))
  return text.length <= most && shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`
}
