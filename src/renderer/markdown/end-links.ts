/** The part of a Markdown tree that is needed here. */
interface MarkdownNode {
  type: string
  value?: string
  url?: string
  title?: string | null
  children?: MarkdownNode[]
  position?: Position | undefined
}

interface Position {
  readonly start: Place
  readonly end: Place
}

interface Place {
  readonly line: number
  readonly column: number
  readonly offset?: number | undefined
}

/**
 * Characters that end a sentence or a bracket in Chinese and Japanese, and curly quotation marks: a bare address ends
 * before them.
 */
const SIGNS = '\\u2018\\u2019\\u201c\\u201d\\u3000-\\u3002\\u3008-\\u301f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65'
const FIRST_SIGN = new RegExp(`[${SIGNS}]`)
const BARE_ADDRESS = new RegExp(`https?://[^\\s<>"${SIGNS}]+`, 'gi')

/**
 * A remark plugin that ends a bare address before the first full-width character. GitHub's rule ends it at the next space, and a
 * sentence in Japanese has none.
 */
export function endLinks() {
  return (tree: MarkdownNode): void => walk(tree)
}

function walk(node: MarkdownNode): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    const text = bareAddress(child)
    const end = text?.search(FIRST_SIGN) ?? -1
    if (text !== null && end > 0) return pieces(text, child.position)
    walk(child)
    return [child]
  })
}

/** The text of a link that was written as a bare address; null for every other node. */
function bareAddress({ type, children, position }: MarkdownNode): string | null {
  const only = children?.[0]
  if (type !== 'link' || children?.length !== 1 || only?.type !== 'text') return null
  const text = only.value ?? ''
  const length = (position?.end.offset ?? text.length) - (position?.start.offset ?? 0)
  return length === text.length && /^https?:\/\//i.test(text) ? text : null
}

function pieces(text: string, position: Position | undefined): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  let end = 0
  for (const { index, 0: address } of text.matchAll(BARE_ADDRESS)) {
    if (index > end) nodes.push(textNode(text, end, index, position))
    end = index + address.length
    const children = [textNode(text, index, end, position)]
    nodes.push({ type: 'link', url: address, title: null, children, position: children[0]?.position })
  }
  if (end < text.length) nodes.push(textNode(text, end, text.length, position))
  return nodes
}

function textNode(text: string, from: number, to: number, position: Position | undefined): MarkdownNode {
  return {
    type: 'text',
    value: text.slice(from, to),
    position: position && { start: moved(position.start, from), end: moved(position.start, to) },
  }
}

/** The place this many characters later in the same line. */
function moved({ line, column, offset }: Place, by: number): Place {
  return { line, column: column + by, offset: offset === undefined ? undefined : offset + by }
}
