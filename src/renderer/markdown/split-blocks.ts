import { type MarkdownTree, markdownReader } from './grammar'
import { findNestedFence } from './nested-fence'

/** One paragraph, list, table … of a text, with its offset. */
export interface Block {
  readonly start: number
  readonly source: string
  /** the definitions of its references, wherever they are in the text; empty if it has none */
  readonly definitions: string
  /** what was read of it; null: it has to be read together with its definitions, or by other rules */
  readonly read: ReadBlock | null
}

/** The tree of one block. */
export interface ReadBlock {
  readonly tree: MarkdownTree
  /** the offset of the block in the tree's positions */
  readonly offset: number
}

interface FoundBlock {
  readonly start: number
  readonly source: string
  readonly kind: string
  readonly read: ReadBlock | null
}

/** Splits one text as it grows. */
export interface BlockSplitter {
  /**
   * The blocks of the text. New text can only change the last block, so every other block is the same object as before, and
   * only new text is parsed.
   */
  split(text: string): readonly Block[]
}

/** Creates a splitter for a new text. */
export function createBlockSplitter(): BlockSplitter {
  let seen = ''
  let found: readonly FoundBlock[] = []
  let blocks: readonly Block[] = []
  return {
    split(text) {
      if (text === seen) return blocks
      const settled = text.startsWith(seen) ? found.slice(0, -1) : []
      const from = endOf(settled.at(-1))
      found = [...settled, ...readFrom(text, from)]
      seen = text
      blocks = reused(described(found, text), blocks)
      return blocks
    },
  }
}

function endOf(block: FoundBlock | undefined): number {
  return block === undefined ? 0 : block.start + block.source.length
}

function readFrom(text: string, from: number): readonly FoundBlock[] {
  const blocks: FoundBlock[] = []
  let start = from
  const whole = markdownReader.parse(text.slice(from))
  for (const node of whole.children) {
    const end = from + (node.position?.end.offset ?? text.length - from)
    const nested = node.type === 'code' ? findNestedFence(text.slice(start)) : null
    if (nested !== null && start + nested.end > end) {
      const nestedEnd = start + nested.end
      return [...blocks, { start, source: text.slice(start, nestedEnd), kind: 'code', read: null }, ...readFrom(text, nestedEnd)]
    }
    // white space before a block belongs to it: its indentation may matter
    // after indented code, micromark takes a list that does not begin with 1 for a paragraph
    const isAfterCode = blocks.at(-1)?.kind === 'code'
    const read = isAfterCode ? null : { tree: { ...whole, children: [node] }, offset: start - from }
    blocks.push({ start, source: text.slice(start, end), kind: node.type, read })
    start = end
  }
  return blocks
}

function described(found: readonly FoundBlock[], text: string): readonly Block[] {
  // footnotes are numbered through the whole text
  if (found.some(({ kind }) => kind === 'footnoteDefinition')) return [{ start: 0, source: text, definitions: '', read: null }]
  const definitions = found
    .filter(({ kind }) => kind === 'definition')
    .map(({ source }) => source.trim())
    .join('\n')
  return found
    .filter(({ kind }) => kind !== 'definition')
    .map(({ start, source, read }) => {
      const needed = source.includes('[') ? definitions : ''
      return { start, source, definitions: needed, read: needed === '' ? read : null }
    })
}

function reused(blocks: readonly Block[], before: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) => {
    const old = before[index]
    const same = old?.start === block.start && old.source === block.source && old.definitions === block.definitions
    return same ? old : block
  })
}
