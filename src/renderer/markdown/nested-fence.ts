const OPENING = /^\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*(?:\r?\n|$)/i
const FENCE = /^ *(`{3,}|~{3,})[ \t]*([^`\r\n]*)\r?$/

/** A block of Markdown as code: where it ends, and whether its last fence has arrived. */
interface NestedFence {
  readonly end: number
  readonly closed: boolean
}

/**
 * Finds the end of a code block in the language Markdown that contains code blocks with fences of the same length. Models write such
 * blocks; CommonMark ends the outer one at the end of the first inner one. Null if `source` does not begin with such a block.
 */
export function findNestedFence(source: string): NestedFence | null {
  const opening = OPENING.exec(source)
  const fence = opening?.[1]
  if (opening === null || fence === undefined) return null
  let depth = 1
  for (let at = opening[0].length; at < source.length; ) {
    const lineEnd = source.indexOf('\n', at)
    const end = lineEnd === -1 ? source.length : lineEnd
    const found = FENCE.exec(source.slice(at, end))
    if (found?.[1] === fence) depth += (found[2] ?? '').trim() === '' ? -1 : 1
    if (depth === 0) return { end, closed: true }
    at = end + 1
  }
  return { end: source.length, closed: false }
}

/** The same block with an outer fence that is longer than every fence in it, so that CommonMark reads it as one block. */
export function lengthenOuterFence(source: string): string {
  const nested = findNestedFence(source)
  const fence = OPENING.exec(source)?.[1]
  if (nested === null || fence === undefined) return source
  const longest = Math.max(...[...source.matchAll(/`{3,}|~{3,}/g)].map(([run]) => run.length))
  const longer = (fence[0] ?? '`').repeat(longest + 1)
  const opened = source.replace(fence, longer)
  if (!nested.closed) return opened
  const last = opened.lastIndexOf(fence)
  return opened.slice(0, last) + longer + opened.slice(last + fence.length)
}
