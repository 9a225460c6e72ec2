const BITS = 5
const MASK = (1 << BITS) - 1

type Block<Item> = readonly (readonly Item[])[]

/**
 * An immutable list to which items can be added, or in which they can be replaced, at a cost almost independent of its
 * length (blocks of 32, in blocks of 32). The plain array is made once, on demand.
 */
export class BlockList<Item> {
  readonly length: number
  readonly #blocks: readonly Block<Item>[]
  #array: readonly Item[] | null

  private constructor(blocks: readonly Block<Item>[], length: number, array: readonly Item[] | null) {
    this.#blocks = blocks
    this.length = length
    this.#array = array
  }

  /** A list of these items. */
  static of<Item>(items: readonly Item[]): BlockList<Item> {
    return new BlockList(slices(slices(items)), items.length, items)
  }

  /** The item at this place, or undefined. */
  at(index: number): Item | undefined {
    return this.#blocks[index >> (2 * BITS)]?.[(index >> BITS) & MASK]?.[index & MASK]
  }

  /** The list with this item at this place; the place after the last one appends it. */
  with(index: number, item: Item): BlockList<Item> {
    const blocks = [...this.#blocks]
    const block = [...(blocks[index >> (2 * BITS)] ?? [])]
    const leaf = [...(block[(index >> BITS) & MASK] ?? [])]
    leaf[index & MASK] = item
    block[(index >> BITS) & MASK] = leaf
    blocks[index >> (2 * BITS)] = block
    return new BlockList(blocks, Math.max(this.length, index + 1), null)
  }

  /** The list with a further item. */
  append(item: Item): BlockList<Item> {
    return this.with(this.length, item)
  }

  /** The place of the last item for which this holds, or -1. */
  findLastIndex(holds: (item: Item) => boolean): number {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      const item = this.at(index)
      if (item !== undefined && holds(item)) return index
    }
    return -1
  }

  /** All items, the same array every time. */
  toArray(): readonly Item[] {
    this.#array ??= this.#blocks.flatMap((block) => block.flat())
    return this.#array
  }
}

function slices<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const width = 1 << BITS
  return Array.from({ length: Math.ceil(items.length / width) }, (_, index) => items.slice(index * width, (index + 1) * width))
}
