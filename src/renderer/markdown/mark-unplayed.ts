/** The part of a hast tree that is needed here. */
interface TreeNode {
  type: string
  value?: string
  tagName?: string
  properties?: { [name: string]: unknown }
  children?: TreeNode[]
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
}

/** Class names for the cut mark (null: it is elsewhere) and the unplayed text. */
export interface UnplayedClasses {
  readonly cut: string | null
  readonly unheard: string
}

/**
 * A rehype plugin that marks where playback stopped: text after `cut` (characters of the Markdown source) is wrapped,
 * and an empty element is inserted at the cut itself. Structure of the text, such as lists and bold words, stays.
 */
export function markUnplayed(cut: number, classes: UnplayedClasses) {
  return () => (tree: TreeNode) => {
    let marked = classes.cut === null
    const mark = (): TreeNode[] => {
      if (marked) return []
      marked = true
      return [{ type: 'element', tagName: 'span', properties: { className: [classes.cut] }, children: [] }]
    }
    const unheard = (value: string): TreeNode[] =>
      value === ''
        ? []
        : [{ type: 'element', tagName: 'span', properties: { className: [classes.unheard] }, children: [{ type: 'text', value }] }]
    const split = (node: TreeNode): TreeNode[] => {
      const value = node.value ?? ''
      const start = node.position?.start.offset
      const end = node.position?.end.offset
      if (start === undefined || end === undefined || end <= cut || value.trim() === '') return [node]
      const at = Math.max(0, Math.min(value.length, cut - start))
      const heard = value.slice(0, at)
      return [...(heard === '' ? [] : [{ type: 'text', value: heard }]), ...mark(), ...unheard(value.slice(at))]
    }
    const walk = (node: TreeNode): void => {
      if (node.children === undefined) return
      node.children = node.children.flatMap((child) => {
        if (child.type === 'text') return split(child)
        walk(child)
        return [child]
      })
    }
    walk(tree)
  }
}
