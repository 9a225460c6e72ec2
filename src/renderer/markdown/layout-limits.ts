/** Deeper nesting is not rendered: no readable text goes so deep. */
const deepest = 24

/**
 * The longest text that is rendered as Markdown, and the longest single block, in UTF-16 units; longer ones are shown
 * as plain text.
 */
const longestMarkdown = 300_000
export const longestBlock = 40_000

/** A paragraph with more marks that could begin emphasis, a link or a formula takes too long to parse. */
const mostMarks = 1500

/** A tree that is nested too deeply to be rendered. */
export class TooDeepError extends Error {}

/**
 * Whether a text can be rendered without a noticeable delay, judged by its lines without parsing it, because parsing alone
 * would take too long. Code between fences counts as not nested.
 */
export function canBeLaidOut(text: string): boolean {
  if (text.length > longestMarkdown) return false
  let fence: string | null = null
  let marks = 0
  for (const line of lines(text)) {
    const fenceMarks = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (fenceMarks?.startsWith(fence)) fence = null
      continue
    }
    if (fenceMarks !== undefined) {
      fence = fenceMarks
      continue
    }
    // a blank line and a table row end the reach of a mark
    marks = /^\s*(?:\||$)/.test(line) ? 0 : marks + marksIn(line)
    if (marks > mostMarks || depthOf(line) > deepest) return false
  }
  return true
}

function marksIn(line: string): number {
  let count = 0
  for (const character of line) if ('[*_~`<$'.includes(character)) count += 1
  return count + line.split('\\(').length - 1
}

function* lines(text: string): Generator<string> {
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end === -1 ? text.length : end)
    if (end === -1) return
    start = end + 1
  }
}

/** The most lists and quotes that a line can be in: its marks, plus one for every two columns of indentation. */
function depthOf(line: string): number {
  const mark = /([ \t]*)(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
  let depth = 0
  let found = mark.exec(line)
  while (found !== null && depth <= deepest) {
    const indentation = found[1] ?? ''
    const columns = [...indentation].reduce((sum, character) => sum + (character === '\t' ? 4 : 1), 0)
    depth += 1 + Math.floor(columns / 2)
    found = mark.exec(line)
  }
  return depth
}

interface TreeNode {
  readonly children?: readonly TreeNode[]
}

/** A rehype plugin that refuses a tree that is nested too deeply: rendering it would overflow the stack. */
export function refuseDepth() {
  return (tree: TreeNode): void => {
    let level: readonly TreeNode[] = [tree]
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > deepest * 2) throw new TooDeepError('the text is nested too deeply')
      level = level.flatMap((node) => node.children ?? [])
    }
  }
}
