import type { UIPart } from './ui-message'

const BITS = 5
const MASK = (1 << BITS) - 1

type Block = readonly (readonly UIPart[])[]

/**
 * The parts of a message that grows: an immutable list in which a part is added or replaced at a cost that hardly depends
 * on its length (blocks of 32, in blocks of 32). The plain array is made when somebody asks for it, once.
 */
export class PartList {
  readonly length: number
  readonly #blocks: readonly Block[]
  #array: readonly UIPart[] | null

  private constructor(blocks: readonly Block[], length: number, array: readonly UIPart[] | null) {
    this.#blocks = blocks
    this.length = length
    this.#array = array
  }

  /** A list of these parts. */
  static of(parts: readonly UIPart[]): PartList {
    const leaves = slices(parts)
    return new PartList(slices(leaves), parts.length, parts)
  }

  /** The part at this place, or undefined. */
  at(index: number): UIPart | undefined {
    return this.#blocks[index >> (2 * BITS)]?.[(index >> BITS) & MASK]?.[index & MASK]
  }

  /** The list with this part at this place; a place right behind the last one makes it longer. */
  with(index: number, part: UIPart): PartList {
    const blocks = [...this.#blocks]
    const block = [...(blocks[index >> (2 * BITS)] ?? [])]
    const leaf = [...(block[(index >> BITS) & MASK] ?? [])]
    leaf[index & MASK] = part
    block[(index >> BITS) & MASK] = leaf
    blocks[index >> (2 * BITS)] = block
    return new PartList(blocks, Math.max(this.length, index + 1), null)
  }

  /** The list with one more part. */
  append(part: UIPart): PartList {
    return this.with(this.length, part)
  }

  /** The place of the last part of which this holds, or -1. */
  findLastIndex(holds: (part: UIPart) => boolean): number {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      const part = this.at(index)
      if (part !== undefined && holds(part)) return index
    }
    return -1
  }

  /** All parts, the same array every time. */
  toArray(): readonly UIPart[] {
    this.#array ??= this.#blocks.flatMap((block) => block.flat())
    return this.#array
  }
}

function slices<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const width = 1 << BITS
  return Array.from({ length: Math.ceil(items.length / width) }, (_, index) => items.slice(index * width, (index + 1) * width))
}
