import { markdownReader } from './grammar'
import { findNestedFence } from './nested-fence'

/** One paragraph, list, table … of a text, with its offset. */
export interface Block {
  readonly start: number
  readonly source: string
  /** the definitions of its references, wherever they are in the text; empty if it has none */
  readonly definitions: string
}

interface FoundBlock {
  readonly start: number
  readonly source: string
  readonly kind: string
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
      found = [...settled, ...read(text, from)]
      seen = text
      blocks = reused(described(found, text), blocks)
      return blocks
    },
  }
}

function endOf(block: FoundBlock | undefined): number {
  return block === undefined ? 0 : block.start + block.source.length
}

function read(text: string, from: number): readonly FoundBlock[] {
  const blocks: FoundBlock[] = []
  let start = from
  for (const node of markdownReader.parse(text.slice(from)).children) {
    const end = from + (node.position?.end.offset ?? text.length - from)
    const nested = node.type === 'code' ? findNestedFence(text.slice(start)) : null
    if (nested !== null && start + nested.end > end) {
      const nestedEnd = start + nested.end
      return [...blocks, { start, source: text.slice(start, nestedEnd), kind: 'code' }, ...read(text, nestedEnd)]
    }
    // white space before a block belongs to it: its indentation may matter
    blocks.push({ start, source: text.slice(start, end), kind: node.type })
    start = end
  }
  return blocks
}

function described(found: readonly FoundBlock[], text: string): readonly Block[] {
  // footnotes are numbered through the whole text
  if (found.some(({ kind }) => kind === 'footnoteDefinition')) return [{ start: 0, source: text, definitions: '' }]
  const definitions = found
    .filter(({ kind }) => kind === 'definition')
    .map(({ source }) => source.trim())
    .join('\n')
  return found
    .filter(({ kind }) => kind !== 'definition')
    .map(({ start, source }) => ({ start, source, definitions: source.includes('[') ? definitions : '' }))
}

function reused(blocks: readonly Block[], before: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) => {
    const old = before[index]
    const same = old?.start === block.start && old.source === block.source && old.definitions === block.definitions
    return same ? old : block
  })
}
