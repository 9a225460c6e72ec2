import type { WireContent } from './message-contents'

/**
 * The newest contents that fit into so many characters, cut only in front of words of the user, so that no answer is parted
 * from its question and no result from its call. What follows the user's last words is kept, however long it is.
 */
export function trimContents(contents: readonly WireContent[], characters: number): readonly WireContent[] {
  let left = characters
  let first = contents.length
  for (let index = contents.length - 1; index >= 0 && left >= 0; index -= 1) {
    const content = contents[index]
    if (content === undefined) break
    left -= JSON.stringify(content.parts).length
    const isNewest = first === contents.length
    if (isWordsOfUser(content) && (left >= 0 || isNewest)) first = index
    // what follows the newest words is never parted from them
    if (first === contents.length) left = Math.max(left, 0)
  }
  return first === contents.length ? contents : contents.slice(first)
}

function isWordsOfUser({ role, parts }: WireContent): boolean {
  return role === 'user' && parts.every((part) => part.functionResponse === undefined)
}
